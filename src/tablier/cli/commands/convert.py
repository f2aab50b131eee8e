"""`tablier convert`: convert a game from one file format to another."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import PurePath

from tablier.cli.files import read_text, write_text
from tablier.core.errors import BadOptions
from tablier.core.i18n import gettext as _
from tablier.records import formats


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("source", metavar=_("IN"), nargs="?", help=_("the file to read; - is standard input"))
    parser.add_argument("target", metavar=_("OUT"), nargs="?", help=_("the file to write; - is standard output"))
    parser.add_argument(
        "--from", dest="source_format", metavar=_("FORMAT"), help=_("the format to read; else told by the file")
    )
    parser.add_argument("--to", dest="target_format", metavar=_("FORMAT"), help=_("the format to write; else told by the name"))
    parser.add_argument("--formats", action="store_true", help=_("list the formats"))


def run(args: Namespace) -> int:
    if args.formats:
        for name, known in sorted(formats.formats().items()):
            print(f"{name:<10} {' '.join(known.suffixes)}")
        return 0
    if args.source is None or args.target is None:
        raise BadOptions("in_and_out")
    target = args.target_format or _format_of_name(args.target)  # report usage errors before reading a file
    formats.find(target)
    if args.source_format:
        formats.find(args.source_format)
    text = read_text(args.source)
    source = args.source_format or formats.guess(PurePath(args.source).suffix, text).name
    write_text(args.target, formats.write(formats.read(text, source), target))
    return 0


def _format_of_name(name: str) -> str:
    suffix = PurePath(name).suffix.lower()
    for known in formats.formats().values():
        if suffix and suffix in known.suffixes:
            return known.name
    raise BadOptions("name_a_format", file=name, known=sorted(formats.formats()))
