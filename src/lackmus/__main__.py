"""Start Lackmus, from the command `lackmus` or by `python -m lackmus`."""

import os
import sys


def main() -> None:
    """Ctrl-C ends the program in one line from the first moment on, even while it is still being imported."""
    try:
        from lackmus.cli.main import main as run
    except KeyboardInterrupt:
        print("lackmus: stopped; no file was left half-written.", file=sys.stderr, flush=True)
        os._exit(130)
    run()


if __name__ == "__main__":
    main()
