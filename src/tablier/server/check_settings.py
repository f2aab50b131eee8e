"""A check of all settings that reports every problem, not only the first one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tablier.core.errors import BadFile, RulesError

from .errors import RequestError
from .settings import ENVIRONMENT_PREFIX, TYPES, Settings, read_environment, read_settings_file, variable_of, with_setting
from .tls import check_certificate

OTHER_VARIABLES = {"TABLIER_DATA", "TABLIER_NATIVE"}  # of the data folder and of the native module


def find_problems(folder: Path, environment: Mapping[str, str]) -> Iterator[RulesError | str]:
    """Yield every error in the settings file, the environment and the certificate, and warnings as text."""
    settings, values = Settings(), dict[str, Any]()
    try:
        values = read_settings_file(folder)
    except BadFile as error:
        yield error
    for name, value in [*values.items(), *read_environment(environment).items()]:
        try:
            settings = with_setting(settings, name, value)
        except RequestError as error:
            yield error
    known = OTHER_VARIABLES | {variable_of(name) for name in TYPES}
    for variable in sorted(environment):
        if variable.startswith(ENVIRONMENT_PREFIX) and variable not in known:
            yield RequestError("no_such_setting", name=variable[:60], known=list(TYPES))
    try:
        yield from check_certificate(settings)
    except RulesError as error:
        yield error
