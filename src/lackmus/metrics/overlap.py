"""BLEU, chrF, chrF++, TER and spBLEU by sacrebleu."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lackmus.core.challenges.metrics import BASELINE, Segment
from lackmus.errors import LackmusError
from lackmus.machine.files import MOST_OF_A_MODEL, fingerprint, read_small_bytes, why_unread
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import MissingPartError, needed, version_of
from lackmus.metrics.known_references import sentence_scores
from lackmus.metrics.protocol import Metric

if TYPE_CHECKING:  # importing it takes too long for the start of the command line
    from sacrebleu.metrics.base import Metric as Theirs
    from sacrebleu.metrics.bleu import BLEU

_YES_NO = ("no", "yes")
LOWERCASE = Option("lowercase", "whether capitals count as small letters", "no", _YES_NO)
# Metrics of sacrebleu that need no other package and no download.
TOKENIZERS = ("13a", "intl", "char", "zh", "none")

# sacrebleu needs a reference for the signature; each sentence then has its own.
_ANY: list[list[str]] = [[""]]


class Sacrebleu(Metric):
    """A metric of sacrebleu for single sentences, with exactly sacrebleu's scores."""

    GROUP = BASELINE

    def __init__(self, options: Mapping[str, str], device: str = "cpu") -> None:
        super().__init__(options, device)
        self._theirs = self.theirs()
        self._signature = self.signed()  # options are checked before anything is scored

    @abstractmethod
    def theirs(self) -> "Theirs":
        """sacrebleu's metric object."""

    def seen(self, text: str) -> str:
        """The text as passed to `theirs`."""
        return text

    def signed(self) -> str:
        """The signature, computed once."""
        return str(self._theirs.get_signature())

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """Scores of segments; each reference is processed once, which halves the work."""
        places: dict[str, list[int]] = {}
        for place, segment in enumerate(segments):
            places.setdefault(segment.reference, []).append(place)
        scores = [0.0] * len(segments)
        for reference, with_it in places.items():
            hypotheses = [self.seen(segments[place].hypothesis) for place in with_it]
            found = sentence_scores(self._theirs, self.seen(reference), hypotheses)
            for place, score in zip(with_it, found, strict=True):
                scores[place] = score
        return scores

    def signature(self) -> str:
        """sacrebleu's signature."""
        return self._signature

    def identity(self) -> Mapping[str, str]:
        """The signature: it contains options and version."""
        return {"signature": self.signature()}

    def says(self, option: str) -> bool:
        """Whether the answer to an option is yes."""
        return self.options[option] == "yes"


def _bleu(tokenizer: str, *, lowercase: bool) -> "BLEU":
    """BLEU with effective order: a sentence of three words has no 4-grams to miss."""
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(lowercase, tokenize=tokenizer, effective_order=True, references=_ANY)


class Bleu(Sacrebleu):
    """BLEU of single sentences."""

    LABEL = "BLEU"
    ABOUT = "words and word sequences shared with the reference (sacrebleu, sentence level, effective order)"
    OPTIONS = (Option("tokenize", "how a text is cut into words", TOKENIZERS[0], TOKENIZERS), LOWERCASE)

    def theirs(self) -> "Theirs":
        """BLEU with one of sacrebleu's tokenizers."""
        return _bleu(self.options["tokenize"], lowercase=self.says("lowercase"))


class SpBleu(Sacrebleu):
    """BLEU on the pieces of a local SentencePiece model; sacrebleu would download its own."""

    LABEL = "spBLEU"
    ABOUT = "BLEU on the pieces of a SentencePiece model instead of words (sacrebleu)"
    OPTIONS = (
        # The content of the file counts, not its path: see the signature.
        Option("model", "the file of a SentencePiece model", required=True, counts=False, trusted=True),
        LOWERCASE,
    )

    def theirs(self) -> "Theirs":
        """BLEU without a tokenizer, since texts are split already."""
        return _bleu("none", lowercase=self.says("lowercase"))

    def seen(self, text: str) -> str:
        """The text split by the model; as in sacrebleu, lower-cased first and without a final space."""
        plain = (text.lower() if self.says("lowercase") else text).rstrip()
        return " ".join(self._model.encode(plain, out_type=str))

    def signed(self) -> str:
        """The signature with the model's fingerprint as tokenizer."""
        assert self._model is not None  # `signed` has loaded it
        signature = self._theirs.get_signature()
        signature.update("tok", f"spm-{fingerprint({'model': Path(self.options['model']).expanduser()})}")
        return str(signature)

    def identity(self) -> Mapping[str, str]:
        """Includes the version of the library, which may split differently."""
        return {**super().identity(), "library": version_of("sentencepiece", "spbleu")}

    @cached_property
    def _model(self) -> Any:
        library = needed("sentencepiece", "sentencepiece", "spbleu")
        written = self.options["model"]
        file = Path(written).expanduser()
        if not file.is_file():
            raise MissingPartError(f"{written} is no file.", "Name the file of a SentencePiece model.")
        try:
            content = read_small_bytes(file, MOST_OF_A_MODEL)
        except (OSError, ValueError) as problem:
            raise LackmusError(f"{written}: it cannot be read ({why_unread(problem)}).") from None
        try:
            return library.SentencePieceProcessor(model_proto=content)
        except RuntimeError:
            raise LackmusError(f"{written} is no SentencePiece model.") from None


class Chrf(Sacrebleu):
    """chrF of single sentences."""

    LABEL = "chrF"
    ABOUT = "character sequences shared with the reference (sacrebleu)"
    OPTIONS = (
        Option("beta", "how many times as much recall counts as precision", "2"),
        LOWERCASE,
        Option("whitespace", "whether spaces between words count as characters", "no", _YES_NO),
    )
    WORDS = 0  # longest word sequence that counts beside characters

    def theirs(self) -> "Theirs":
        """chrF with character sequences up to six."""
        from sacrebleu.metrics.chrf import CHRF

        return CHRF(
            word_order=self.WORDS,
            beta=self._beta,
            lowercase=self.says("lowercase"),
            whitespace=self.says("whitespace"),
            references=_ANY,
        )

    @cached_property
    def _beta(self) -> int:
        return whole(self.options, "beta", 1, 100, said_in="metric")


class ChrfPlusPlus(Chrf):
    """chrF++ of single sentences."""

    LABEL = "chrF++"
    ABOUT = "character sequences, words and pairs of words shared with the reference (sacrebleu)"
    WORDS = 2


class Ter(Sacrebleu):
    """TER of single sentences."""

    LABEL = "TER"
    ABOUT = "edits of words, moving several at once among them, for each word of the reference (sacrebleu)"
    HIGHER = False
    BATCH = 200  # long sentences take time, and an interruption loses a batch
    OPTIONS = (
        Option("case_sensitive", "whether capitals differ from small letters", "no", _YES_NO),
        Option("normalized", "whether punctuation is cut off words first", "no", _YES_NO),
        Option("asian_support", "whether Chinese characters are cut apart, if normalized", "no", _YES_NO),
    )

    def theirs(self) -> "Theirs":
        """TER as Tercom counts."""
        from sacrebleu.metrics.ter import TER

        return TER(
            normalized=self.says("normalized"),
            asian_support=self.says("asian_support"),
            case_sensitive=self.says("case_sensitive"),
            references=_ANY,
        )
