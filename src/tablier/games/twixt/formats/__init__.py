"""The files of other TwixT programs. Each file here is one dialect; `listing` and `held` are what they share."""

from ....formats.transcript import Format
from .forum import FORUM
from .gm21 import GM21
from .t1 import T1
from .tsgf import TSGF

FORMATS: tuple[Format, ...] = (TSGF, GM21, T1, FORUM)

__all__ = ["FORMATS"]
