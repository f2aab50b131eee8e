"""`tablier serve`: run the server and open the browser."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tablier.cli.messages import print_message
from tablier.core.errors import BadFile, BadOptions
from tablier.core.i18n import gettext as _


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", metavar=_("HOST"), help=_("the address to listen on; 127.0.0.1 keeps it to this machine"))
    parser.add_argument("--port", metavar=_("PORT"), type=int, help=_("the port to listen on; 0 takes a free one"))
    parser.add_argument("--tls-cert", metavar=_("FILE"), help=_("speak https with this certificate and its chain, as PEM"))
    parser.add_argument("--tls-key", metavar=_("FILE"), help=_("the private key of the certificate, as PEM"))
    parser.add_argument("--no-browser", action="store_true", help=_("do not open the browser"))
    parser.add_argument(
        "--reload", action="store_true", help=_("for developers: rebuild the web client when a source changes, and serve it")
    )
    add_data_argument(parser)


def add_data_argument(parser: ArgumentParser) -> None:
    """Add --data, the server's data folder."""
    parser.add_argument("--data", metavar=_("FOLDER"), type=Path, help=_("the data folder; else TABLIER_DATA or the usual one"))


def run(args: Namespace) -> int:
    from tablier.server import settings as server_settings  # slow to import
    from tablier.server.errors import RequestError
    from tablier.server.run import serve

    folder = args.data or server_settings.data_folder()
    settings = server_settings.load_settings(folder)
    try:
        for name in ("host", "port", "tls_cert", "tls_key"):
            if (value := getattr(args, name)) is not None:
                settings = server_settings.with_setting(settings, name, value)
    except RequestError as error:
        raise BadOptions(error.code, **error.facts) from None
    try:
        return serve(
            folder,
            settings,
            exact_port=args.port is not None,
            open_browser=not args.no_browser,
            reload=args.reload,
            print_line=print_message,
        )
    except OSError as error:
        host = settings.unix_socket or settings.host or "*"
        raise BadFile("cannot_serve", host=host, port=settings.port, why=error.strerror or str(error)) from None
