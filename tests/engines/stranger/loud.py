"""An engine that shouts."""

from lackmus.engines import About, BadRequestError, Engine, Limits, Option


class Loud(Engine):
    LABEL = "Loud"
    ABOUT = "Says everything again, louder"
    OPTIONS = (Option("mark", "what stands after every sentence", default="!"),)

    def about(self, pair):
        return About(model="loud", version="1.0", limits=Limits(texts=50, in_flight=2))

    def translate(self, sources, pair):
        if not self.options["mark"]:
            raise BadRequestError("Loud needs a mark.", "Give it one: --option mark=!.")
        return [source.upper() + self.options["mark"] for source in sources]
