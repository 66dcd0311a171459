from tests.web.conftest import app, client

__all__ = ["app", "client"]
