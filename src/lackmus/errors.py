"""What a user can cause and can mend: one line that says where, what, and what next."""


class LackmusError(Exception):
    """A mistake of the user's, said in one line without a traceback; the program ends with `exit_code`."""

    exit_code = 2


class NoAnswerError(LackmusError):
    """The input is fine, but the answer is no: no fair item, a check that fails."""

    exit_code = 1
