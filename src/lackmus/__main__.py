"""Start Lackmus, from the command `lackmus` or by `python -m lackmus`."""

import sys


def main() -> None:
    """Start the program; Ctrl-C ends it in one line from the first moment, even during imports."""
    try:
        from lackmus.cli.main import main as run
    except KeyboardInterrupt:
        print("lackmus: stopped; no file was left half-written.", file=sys.stderr, flush=True)
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
