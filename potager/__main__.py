from potager.cli import main

main()
