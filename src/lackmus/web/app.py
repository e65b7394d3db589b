"""The application: pages, API and files, behind the middleware."""

from importlib import import_module

from fastapi import Depends, FastAPI
from fastapi.security import HTTPBearer

from lackmus import __version__
from lackmus.web.http.answers import HANDLERS
from lackmus.web.http.assets import static
from lackmus.web.http.known_names import refuse_unknown_names
from lackmus.web.http.middleware import RequestGuard
from lackmus.web.http.problems import RESPONSES
from lackmus.web.served import Served

PAGES = (
    "workspaces.overview_page",
    "reviews.review_page",
    "search.search_page",
    "search.texts_page",
    "suites.items_page",
    "suites.suites_page",
    "suites.examples_page",
    "suites.error_types_page",
    "outputs.outputs_page",
    "outputs.templates_page",
    "verdicts.reports_page",
    "verdicts.profile_page",
    "verdicts.compare_page",
    "verdicts.trend_page",
    "challenges.challenges_page",
    "contrasts.contrasts_page",
    "contrasts.refine_page",
    "ratings.ratings_page",
    "reviews.agreement_page",
    "reviews.crowd_page",
    "reviews.training_page",
    "reviews.assignments_page",
    "workspaces.history_page",
    "workspaces.people_page",
    "workspaces.settings_page",
    "workspaces.help_page",
    "workspaces.login_page",
)
API = (
    "workspaces.api_page",
    "workspaces.overview_api",
    "reviews.review_api",
    "search.search_api",
    "search.texts_api",
    "suites.items_api",
    "suites.suites_api",
    "outputs.outputs_api",
    "outputs.templates_api",
    "verdicts.reports_api",
    "verdicts.profile_api",
    "verdicts.compare_api",
    "challenges.challenges_api",
    "contrasts.contrasts_api",
    "ratings.ratings_api",
    "reviews.agreement_api",
    "reviews.crowd_api",
    "reviews.controls_api",
    "reviews.training_api",
    "workspaces.history_api",
    "workspaces.people_api",
    "workspaces.workspace_api",
)

# Only for the API description; auth.py checks what was sent.
TOKEN = HTTPBearer(scheme_name="token", description="Made under Settings.", auto_error=False)


def create_app(served: Served) -> FastAPI:
    """Create the application of one workspace."""
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
        app.include_router(import_module(f"lackmus.web.{name}").router, include_in_schema=False)
    for name in API:
        app.include_router(
            import_module(f"lackmus.web.{name}").router,
            prefix="/api/v1",
            responses=RESPONSES,
            dependencies=[Depends(TOKEN), Depends(refuse_unknown_names)],
        )
    app.add_middleware(RequestGuard, hosts=served.hosts)
    return app
