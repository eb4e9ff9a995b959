"""The front door: the command line. It joins `scoring` and `sheets`, and holds no logic of its own."""

__version__ = "0.1.0"
