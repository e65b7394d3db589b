"""The application: pages, API and files together, behind the doors that keep strangers out."""

from importlib import import_module

from fastapi import Depends, FastAPI
from fastapi.security import HTTPBearer

from lackmus import __version__
from lackmus.web.answers import HANDLERS
from lackmus.web.api.problems import RESPONSES
from lackmus.web.assets import static
from lackmus.web.doors import Doors
from lackmus.web.known_names import refuse_unknown_names
from lackmus.web.served import Served

PAGES = (
    "overview",
    "review",
    "items",
    "suites",
    "outputs",
    "templates",
    "reports",
    "profiles",
    "comparing",
    "trends",
    "challenges",
    "contrasts",
    "refining",
    "ratings",
    "agreement",
    "history",
    "people",
    "settings",
    "login",
)
API = (
    "overview",
    "reviews",
    "items",
    "suites",
    "outputs",
    "templates",
    "reports",
    "profiles",
    "comparing",
    "challenges",
    "contrasts",
    "ratings",
    "agreement",
    "history",
    "people",
    "workspace",
)

# For the description alone, so that whoever reads it knows what to send; visitors.py looks at what was sent.
TOKEN = HTTPBearer(scheme_name="token", description="Made under Settings.", auto_error=False)


def create_app(served: Served) -> FastAPI:
    """One application for one workspace."""
    app = FastAPI(
        title="Lackmus",
        version=__version__,
        summary="What a machine translation system can and cannot translate, phenomenon by phenomenon.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        exception_handlers=dict(HANDLERS),
    )
    app.state.served = served
    app.mount("/static", static, name="static")
    for name in PAGES:
        app.include_router(import_module(f"lackmus.web.pages.{name}").router, include_in_schema=False)
    for name in API:
        app.include_router(
            import_module(f"lackmus.web.api.{name}").router,
            prefix="/api/v1",
            responses=RESPONSES,
            dependencies=[Depends(TOKEN), Depends(refuse_unknown_names)],
        )
    app.add_middleware(Doors, hosts=served.hosts)
    return app
