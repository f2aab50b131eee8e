"""One module per command: HELP, `arguments(parser)` and `run(asked) -> exit code`. Found by `cli.main`, listed nowhere."""
