"""The language of the terminal, and translation of argparse's own texts."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from tablier.core.i18n import N_, gettext, ngettext
from tablier.core.languages import choose_language, is_available, languages

LANGUAGE_FLAG = "--language"
# argparse's own texts. It looks them up with gettext, but the standard library has no catalogue.
ARGPARSE_TEXTS = (
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
    """Return the language of `--language`, or of the environment as gettext reads it; English if there is none.

    >>> preferred_language({"LANG": "en_GB.UTF-8"}), preferred_language({}, ["--language", "en"])
    ('en', 'en')
    """
    if arguments and arguments[0].partition("=")[0] == LANGUAGE_FLAG:
        return choose_language([arguments[0].partition("=")[2] or "".join(arguments[1:2])])
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        codes = [code.split(".")[0].split("@")[0] for code in environment.get(name, "").split(":")]
        if wanted := [code for code in codes if code and code not in ("C", "POSIX")]:
            return choose_language(wanted)
    return "en"


def language_code(code: str) -> str:
    """Argument type: the code of an installed language."""
    if not is_available(code):
        message = gettext("{code} is no language of Tablier. There are: {known}")
        raise argparse.ArgumentTypeError(message.format(code=code[:60], known=", ".join(languages())))
    return code


def translate_argparse() -> None:
    """Make argparse use our catalogues."""
    vars(argparse).update(_=gettext, ngettext=ngettext)
