"""Lines of two sentences, parsed as one tree and split: how many heads and relations are right on PUD."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import real_data, report
from lackmus.core.trees.sentence_bounds import sentences_in
from lackmus.core.trees.treebank import Sentence, Treebank
from lackmus.flows.trees.parsing import parse_texts, parser_of
from lackmus.read.conllu import read_conllu

Place = tuple[int, int, str]
Tree = dict[Place, tuple[Place | None, str]]  # a word by its place -> the place of its head, and its relation

LEAST = 3.0  # points of LAS that splitting must give


def main() -> None:
    """Print labelled and unlabelled accuracy (F1 over words, relations without subtypes)."""
    data = real_data()
    for language in ("English", "Czech"):
        (file,) = (data / "ud" / f"UD_{language}-PUD").glob("*.conllu")
        _compare(language, read_conllu(file), data / "models" / f"{language.lower()}.udpipe")


def _compare(language: str, gold: Treebank, model: Path) -> None:
    single = [gold.sentence(number) for number in range(len(gold))]
    lines = {
        "one sentence a line": [(one.text, tree(one)) for one in single],
        "two sentences a line": [
            (f"{one.text} {other.text}", tree(one) | tree(other, len(one.text) + 1))
            for one, other in zip(single[::2], single[1::2], strict=True)
        ],
    }
    for name, wanted in lines.items():
        whole, split = (accuracy(wanted, model, whole_lines=whole) for whole in (True, False))
        many = sum(len(sentences_in(text)) > 1 for text, _ in wanted)
        report(
            f"{language}, {name}: UAS and LAS whole, split ({many} of {len(wanted)} lines are)",
            f"{whole[0]:.1f} {whole[1]:.1f}, {split[0]:.1f} {split[1]:.1f}",
            f"LAS +{LEAST}" if "two" in name else "LAS no less",
            split[1] - whole[1] >= (LEAST if "two" in name else -0.05),
        )


def accuracy(wanted: Sequence[tuple[str, Tree]], model: Path, *, whole_lines: bool) -> tuple[float, float]:
    """Unlabelled and labelled, in percent."""
    bank = parse_texts(parser_of(str(model)), [text for text, _ in wanted], whole_lines=whole_lines)
    words = heads = both = 0
    for number, (_, gold) in enumerate(wanted):
        found = tree(bank.sentence(number))
        words += len(found) + len(gold)
        heads += sum(place in gold and gold[place][0] == head for place, (head, _) in found.items())
        both += sum(gold.get(place) == arc for place, arc in found.items())
    return 200 * heads / words, 200 * both / words


def tree(sentence: Sentence, moved: int = 0) -> Tree:
    """Words by their places: tokens of a parser are its own."""
    places = [(word.start + moved, word.end + moved, word.form) for word in sentence.words]
    return {
        place: (places[word.head - 1] if word.head else None, word.deprel.partition(":")[0])
        for place, word in zip(places, sentence.words, strict=True)
    }


if __name__ == "__main__":
    main()
