"""Speed as ratios in one run: `make bench` measures and writes benchmarks/README.md."""
