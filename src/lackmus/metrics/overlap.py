"""BLEU, chrF, chrF++, TER and spBLEU: how much a translation shares with its reference, by sacrebleu."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lackmus.core.challenges.metrics import BASELINE, Segment
from lackmus.core.verdicts.judging import uncollected
from lackmus.errors import LackmusError
from lackmus.machine.fingerprints import fingerprint
from lackmus.machine.options import Option, whole
from lackmus.machine.packages import MissingPartError, needed, version_of
from lackmus.machine.small_files import MOST_OF_A_MODEL, read_small_bytes, why_unread
from lackmus.metrics.protocol import Metric

if TYPE_CHECKING:  # loading it takes longer than starting the command line may
    from sacrebleu.metrics.base import Metric as Theirs
    from sacrebleu.metrics.bleu import BLEU

_YES_NO = ("no", "yes")
LOWERCASE = Option("lowercase", "whether capitals count as small letters", "no", _YES_NO)
# Those of sacrebleu that need no other package and no download.
TOKENIZERS = ("13a", "intl", "char", "zh", "none")

# A metric of sacrebleu that has seen a reference can sign; each sentence then brings its own.
_ANY: list[list[str]] = [[""]]


class Sacrebleu(Metric):
    """A metric of sacrebleu for single sentences, with the very numbers that sacrebleu gives."""

    GROUP = BASELINE

    def __init__(self, options: Mapping[str, str], device: str = "cpu") -> None:
        super().__init__(options, device)
        self._theirs = self.theirs()
        self._signature = self.signed()  # options are looked at, too, before anything is scored

    @abstractmethod
    def theirs(self) -> "Theirs":
        """The metric as sacrebleu has it."""

    def seen(self, text: str) -> str:
        """A text as `theirs` gets it."""
        return text

    def signed(self) -> str:
        """The signature, once for all."""
        return str(self._theirs.get_signature())

    def score(self, segments: Sequence[Segment]) -> list[float]:
        """A reference of several hypotheses is taken apart once for all of them: that is half of the work."""
        places: dict[str, list[int]] = {}
        for place, segment in enumerate(segments):
            places.setdefault(segment.reference, []).append(place)
        scores, theirs = [0.0] * len(segments), self._theirs
        with uncollected():  # a sentence leaves hundreds of counts behind, none of them in a circle
            for reference, with_it in places.items():
                # As its constructor does it: a whole metric for each reference would eat up the gain.
                theirs._ref_cache = theirs._cache_references([[self.seen(reference)]])
                for place in with_it:
                    # A corpus of one sentence, against the reference that is known.
                    scores[place] = theirs.corpus_score([self.seen(segments[place].hypothesis)], None).score
        return scores

    def signature(self) -> str:
        """That of sacrebleu."""
        return self._signature

    def identity(self) -> Mapping[str, str]:
        """The signature says it all, options and version."""
        return {"signature": self.signature()}

    def says(self, option: str) -> bool:
        """Whether the answer to an option is yes."""
        return self.options[option] == "yes"


def _bleu(tokenizer: str, *, lowercase: bool) -> "BLEU":
    """Effective order: a sentence of three words has no sequence of four that it could miss."""
    from sacrebleu.metrics.bleu import BLEU

    return BLEU(lowercase, tokenize=tokenizer, effective_order=True, references=_ANY)


class Bleu(Sacrebleu):
    """BLEU of single sentences."""

    LABEL = "BLEU"
    ABOUT = "words and word sequences shared with the reference (sacrebleu, sentence level, effective order)"
    OPTIONS = (Option("tokenize", "how a text is cut into words", TOKENIZERS[0], TOKENIZERS), LOWERCASE)

    def theirs(self) -> "Theirs":
        """With a tokenizer of sacrebleu."""
        return _bleu(self.options["tokenize"], lowercase=self.says("lowercase"))


class SpBleu(Sacrebleu):
    """BLEU on the pieces of a SentencePiece model on this machine: sacrebleu would download its own."""

    LABEL = "spBLEU"
    ABOUT = "BLEU on the pieces of a SentencePiece model instead of words (sacrebleu)"
    OPTIONS = (
        # What is in the file counts, not where it lies: see the signature.
        Option("model", "the file of a SentencePiece model", required=True, counts=False, trusted=True),
        LOWERCASE,
    )

    def theirs(self) -> "Theirs":
        """BLEU of texts that are in pieces already."""
        return _bleu("none", lowercase=self.says("lowercase"))

    def seen(self, text: str) -> str:
        """Cut by the model; as sacrebleu has it, small letters first, and no space at the end."""
        plain = (text.lower() if self.says("lowercase") else text).rstrip()
        return " ".join(self._model.encode(plain, out_type=str))

    def signed(self) -> str:
        """With the model as its tokenizer, by its content."""
        assert self._model is not None  # that it can be read is found out first
        signature = self._theirs.get_signature()
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
    WORDS = 0  # longest sequence of words that counts beside those of characters

    def theirs(self) -> "Theirs":
        """With sequences of up to six characters."""
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

    def theirs(self) -> "Theirs":
        """As Tercom counts."""
        from sacrebleu.metrics.ter import TER

        return TER(
            normalized=self.says("normalized"),
            asian_support=self.says("asian_support"),
            case_sensitive=self.says("case_sensitive"),
            references=_ANY,
        )
