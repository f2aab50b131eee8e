"""Pages are opened as in the tests of the pages."""

from tests.web.conftest import browser as browser
from tests.web.conftest import chromium as chromium
from tests.web.conftest import serving as serving
