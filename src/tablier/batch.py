"""`tablier.batch.Batch`: many games at once into numpy arrays. See `tablier.engine.batch`."""

from .engine.batch import Batch

__all__ = ["Batch"]
