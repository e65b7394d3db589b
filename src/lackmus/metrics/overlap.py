"""BLEU, chrF, chrF++, TER and spBLEU: how much a translation shares with its reference, by sacrebleu."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lackmus.core.metrics import BASELINE, Segment
from lackmus.core.verdicts import uncollected
from lackmus.errors import LackmusError
from lackmus.machine.fingerprints import fingerprint
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import MissingPartError, needed, version_of
from lackmus.metrics.protocol import Metric

if TYPE_CHECKING:  # loading it takes longer than starting the command line may
    from sacrebleu.metrics.base import Metric as Theirs
    from sacrebleu.metrics.bleu import BLEU

_YES_NO = ("no", "yes")
LOWERCASE = Option("lowercase", "whether capitals count as small letters", "no", _YES_NO)
# Those of sacrebleu that need no other package and no download.
TOKENIZERS = ("13a", "intl", "char", "zh", "none")


def _as_theirs(reference: str | None) -> list[list[str]] | None:
    """References as sacrebleu has them: a list of corpora."""
    return None if reference is None else [[reference]]


class Sacrebleu(Metric):
    """A metric of sacrebleu for single sentences, with the very numbers that sacrebleu gives."""

    GROUP = BASELINE

    def __init__(self, options: Mapping[str, str], device: str = "cpu") -> None:
        super().__init__(options, device)
        self._signature = self.signed()  # options are looked at, too, before anything is scored

    @abstractmethod
    def theirs(self, reference: str | None) -> "Theirs":
        """What compares translations with this reference, and has taken it apart already; or with any."""

    def seen(self, text: str) -> str:
        """A text as `theirs` gets it."""
        return text

    def signed(self) -> str:
        """The signature of sacrebleu, which counts references and so must have seen one."""
        return str(self.theirs("").get_signature())

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """A reference of several hypotheses is taken apart once for all of them: that is half of the work."""
        places: dict[str, list[int]] = {}
        for place, segment in enumerate(segments):
            places.setdefault(segment.reference, []).append(place)
        scores = [0.0] * len(segments)
        with uncollected():  # a sentence leaves hundreds of counts behind, none of them in a circle
            for reference, with_it in places.items():
                compared = self._with(reference) if len(with_it) > 1 else partial(self._alone, reference)
                for place in with_it:
                    scores[place] = compared(segments[place].hypothesis)
        return scores

    def _with(self, reference: str) -> Callable[[str], float]:
        metric = self.theirs(self.seen(reference))
        # A corpus of one sentence, against the reference that is known: as sentence_score does it.
        return lambda hypothesis: metric.corpus_score([self.seen(hypothesis)], None).score

    def _alone(self, reference: str, hypothesis: str) -> float:
        return float(self._any.sentence_score(self.seen(hypothesis), [self.seen(reference)]).score)

    @cached_property
    def _any(self) -> "Theirs":
        return self.theirs(None)

    def signature(self) -> str:
        """That of sacrebleu."""
        return self._signature

    def identity(self) -> Mapping[str, str]:
        """The signature says it all, options and version."""
        return {"signature": self.signature()}

    def says(self, option: str) -> bool:
        """Whether the answer to an option is yes."""
        return self.options[option] == "yes"


class OfPieces(Sacrebleu):
    """BLEU of texts that are in pieces already, whoever cuts them."""

    def theirs(self, reference: str | None) -> "Theirs":
        """Effective order: a sentence of three words has no sequence of four that it could miss."""
        return self.bleu("none", reference, lowercase=False)

    def seen(self, text: str) -> str:
        """As sacrebleu has it: small letters first, and no space at the end."""
        return self.cut((text.lower() if self.says("lowercase") else text).rstrip())

    @abstractmethod
    def cut(self, text: str) -> str:
        """The pieces, with spaces between them."""

    def bleu(self, tokenizer: str, reference: str | None, *, lowercase: bool) -> "BLEU":
        """BLEU as sacrebleu recommends it for single sentences."""
        from sacrebleu.metrics.bleu import BLEU

        return BLEU(lowercase, tokenize=tokenizer, effective_order=True, references=_as_theirs(reference))


class Bleu(OfPieces):
    """BLEU of single sentences; one tokenizer remembers what it has cut, for all references."""

    LABEL = "BLEU"
    ABOUT = "words and word sequences shared with the reference (sacrebleu, sentence level, effective order)"
    OPTIONS = (Option("tokenize", "how a text is cut into words", TOKENIZERS[0], TOKENIZERS), LOWERCASE)

    def cut(self, text: str) -> str:
        """As sacrebleu cuts it."""
        return str(self._whole.tokenizer(text))

    def signed(self) -> str:
        """Of BLEU as a whole, with its tokenizer."""
        return str(self._whole.get_signature())

    def _alone(self, reference: str, hypothesis: str) -> float:
        return self._uncut.sentence_score(hypothesis, [reference]).score

    @cached_property
    def _uncut(self) -> "BLEU":
        return self.bleu(self.options["tokenize"], None, lowercase=self.says("lowercase"))

    @cached_property
    def _whole(self) -> "BLEU":
        return self.bleu(self.options["tokenize"], "", lowercase=self.says("lowercase"))


class SpBleu(OfPieces):
    """BLEU on the pieces of a SentencePiece model on this machine: sacrebleu would download its own."""

    LABEL = "spBLEU"
    ABOUT = "BLEU on the pieces of a SentencePiece model instead of words (sacrebleu)"
    OPTIONS = (
        # What is in the file counts, not where it lies: see the signature.
        Option("model", "the file of a SentencePiece model", required=True, counts=False, trusted=True),
        LOWERCASE,
    )

    def cut(self, text: str) -> str:
        """By the model."""
        return " ".join(self._model.encode(text, out_type=str))

    def signed(self) -> str:
        """With the model as its tokenizer, by its content."""
        assert self._model is not None  # that it can be read is found out first
        signature = self.bleu("none", "", lowercase=self.says("lowercase")).get_signature()
        signature.update("tok", f"spm-{fingerprint({'model': Path(self.options['model']).expanduser()})}")
        return str(signature)

    def identity(self) -> Mapping[str, str]:
        """Another version of the library may cut otherwise."""
        return {**super().identity(), "library": version_of("sentencepiece", "spbleu")}

    @cached_property
    def _model(self) -> Any:
        library = needed("sentencepiece", "sentencepiece", "spbleu")
        written = self.options["model"]
        file = Path(written).expanduser()
        if not file.is_file():
            raise MissingPartError(f"{written} is no file.", "Name the file of a SentencePiece model.")
        try:
            return library.SentencePieceProcessor(model_proto=file.read_bytes())
        except OSError as problem:
            raise LackmusError(f"{written}: it cannot be read ({problem.strerror}).") from None
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
    WORDS = 0  # longest sequence of words that counts beside those of characters

    def theirs(self, reference: str | None) -> "Theirs":
        """With sequences of up to six characters."""
        from sacrebleu.metrics.chrf import CHRF

        return CHRF(
            word_order=self.WORDS,
            beta=self._beta,
            lowercase=self.says("lowercase"),
            whitespace=self.says("whitespace"),
            references=_as_theirs(reference),
        )

    @cached_property
    def _beta(self) -> int:
        return whole(self.options, "beta", 1, 100, said_in="--metric")


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
    BATCH = 200  # long sentences take their time, and who is stopped loses a batch
    OPTIONS = (
        Option("case_sensitive", "whether capitals differ from small letters", "no", _YES_NO),
        Option("normalized", "whether punctuation is cut off words first", "no", _YES_NO),
        Option("asian_support", "whether Chinese characters are cut apart, if normalized", "no", _YES_NO),
    )

    def theirs(self, reference: str | None) -> "Theirs":
        """As Tercom counts."""
        from sacrebleu.metrics.ter import TER

        return TER(
            normalized=self.says("normalized"),
            asian_support=self.says("asian_support"),
            case_sensitive=self.says("case_sensitive"),
            references=_as_theirs(reference),
        )
