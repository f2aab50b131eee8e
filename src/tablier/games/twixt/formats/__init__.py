"""File formats of other TwixT programs, one module per format.

`import_builder` collects the moves of a file being read; `representable` checks that a game can be written.
"""

from ....formats.transcript import Format
from .forum import FORUM
from .gm21 import GM21
from .t1 import T1
from .tsgf import TSGF

FORMATS: tuple[Format, ...] = (TSGF, GM21, T1, FORUM)

__all__ = ["FORMATS"]
