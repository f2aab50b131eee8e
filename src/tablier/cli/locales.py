"""Which language to speak in a terminal, and argparse's own words in it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from tablier.core.i18n import N_, gettext, ngettext
from tablier.core.languages import choose_language, is_available, languages

FLAG = "--language"
# What argparse says by itself. It asks gettext for it, but of files that only the system's own catalogues have.
ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
)


def preferred_language(environment: Mapping[str, str], arguments: Sequence[str] = ()) -> str:
    """The language asked for before the command, or else by the environment, as gettext reads it; English when there is none.

    >>> preferred_language({"LANG": "en_GB.UTF-8"}), preferred_language({}, ["--language", "en"])
    ('en', 'en')
    """
    if arguments and arguments[0].partition("=")[0] == FLAG:
        return choose_language([arguments[0].partition("=")[2] or "".join(arguments[1:2])])
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        codes = [code.split(".")[0].split("@")[0] for code in environment.get(name, "").split(":")]
        if wanted := [code for code in codes if code and code not in ("C", "POSIX")]:
            return choose_language(wanted)
    return "en"


def known_language(code: str) -> str:
    """Reads the code of a language that there is."""
    if not is_available(code):
        said = gettext("{code} is no language of Tablier. There are: {known}")
        raise argparse.ArgumentTypeError(said.format(code=code[:60], known=", ".join(languages())))
    return code


def translate_argparse() -> None:
    """Makes argparse ask our catalogues."""
    vars(argparse).update(_=gettext, ngettext=ngettext)
