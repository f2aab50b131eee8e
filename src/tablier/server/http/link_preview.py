"""The title and description of a page as messengers and search engines show them."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from tablier.core.i18n import gettext as _
from tablier.core.i18n import ngettext, use_language
from tablier.core.registry import find
from tablier.match import Match
from tablier.match.events import Clock, Days

from ..i18n import client_texts

MINUTE_MS = 60_000


class LinkPreview(NamedTuple):
    """What a link to a page is shown with."""

    title: str
    description: str

    def render(self) -> str:
        """The elements for the head of the page."""
        title, description = escape(self.title), escape(self.description)
        return "\n    ".join(
            (
                f"<title>{title}</title>",
                f'<meta name="description" content="{description}">',
                '<meta property="og:type" content="website">',
                '<meta property="og:site_name" content="Tablier">',
                f'<meta property="og:title" content="{title}">',
                f'<meta property="og:description" content="{description}">',
            )
        )


def default_preview(language: str) -> LinkPreview:
    """The preview of every page that has none of its own."""
    return LinkPreview("Tablier", client_texts(language)["about"])


def invitation_preview(match: Match, language: str) -> LinkPreview | None:
    """The preview of a match that waits for players; None for any other match."""
    if match.status != "waiting":
        return None
    with use_language(language):
        facts = {"name": ", ".join(match.players), "game": _(find(match.terms.edition)[0].title)}
        title = _("{name} invites you to {game}").format(**facts)
        return LinkPreview(title, f"{_clock_text(match.terms.clock)} {_('Open the link to sit down.')}")


def _clock_text(clock: Clock) -> str:
    if clock is None:
        return _("No clock.")
    if isinstance(clock, Days):
        return ngettext("{count} day per move.", "{count} days per move.", clock.days).format(count=clock.days)
    minutes, seconds = round(clock.base_ms / MINUTE_MS, 1), round(clock.increment_ms / 1000)
    return _("{minutes} minutes each, plus {seconds} seconds per move.").format(minutes=f"{minutes:g}", seconds=seconds)
