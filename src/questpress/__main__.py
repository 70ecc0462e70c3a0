"""`python -m questpress` is the same program as `questpress`."""

from questpress.cli.main import main

if __name__ == "__main__":
    main()
