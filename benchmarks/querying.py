"""The source queries of the English–Czech contrasts on trees in memory, against udapi's nodes in a loop."""

# udapi is under the GPL: nothing here imports it. Where LACKMUS_UDAPI_PYTHON names a Python that has it, the
# script below runs there as a program of its own, and is asked for one round after the other.

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import real_data, report, seconds
from lackmus.core.trees.matching import Finder
from lackmus.core.trees.query import Query
from lackmus.core.trees.treebank import Treebank
from lackmus.read.conllu import read_conllu
from lackmus.read.contrasts import bundled_contrasts

COPIES = (1, 10)  # of the treebank: 21,000 words, and as many as the sources of a large campaign
LIMIT = 2.0
ROUNDS = 7

UDAPI = """
import json, re, sys, time
import udapi

PREPOSITIONS = ("according", "including", "excluding", "regarding", "concerning")
AINT = re.compile("^[Aa]i(n.?t)?$")

def has(node, *relations):
    return any(child.udeprel in relations for child in node.children)

def governing(verb, lemma):
    has_object = has(verb, "obj")
    return (
        verb.upos in ("VERB", "ADJ") and verb.lemma not in ("be", "ought")
        and not (verb.lemma == "go" and verb.form.endswith("ing"))
        and not (verb.lemma == "have" and (lemma == "do" or not has_object))
        and not (
            verb.lemma == "use" and not has_object
            and not any(child.deprel == "aux:pass" for child in verb.children)
        )
    )

def infinitive(doc):
    return [
        node for node in doc.nodes
        if node.upos == "VERB" and node.feats["VerbForm"] == "Inf"
        and any(child.lemma == "to" and child.udeprel == "mark" for child in node.children)
        and (
            node.udeprel in ("xcomp", "ccomp", "advcl", "csubj")
            or node.udeprel == "conj" and node.parent.feats["VerbForm"] == "Inf"
        )
        and not has(node, "nsubj", "aux")
        and not any(child.udeprel == "mark" and child.lemma == "for" for child in node.children)
        and not any(
            node.ord - other.ord == 2
            and any(child.lemma == "for" and child.udeprel == "case" for child in other.children)
            for other in node.siblings
        )
        and governing(node.parent, node.lemma)
    ]

def gerund(doc):
    return [
        node for node in doc.nodes
        if node.upos == "VERB" and node.form.endswith("ing") and node.feats["VerbForm"] in ("Ger", "Part")
        and (
            node.udeprel in ("xcomp", "ccomp", "advcl", "csubj", "nsubj", "obj", "obl")
            or node.udeprel == "acl" and node.deprel != "acl:relcl"
            or node.udeprel == "conj" and node.parent.udeprel != "amod"
            and not (node.parent.form.endswith("ing") and has(node.parent, "aux"))
        )
        and not has(node, "aux", "cop")
        and not any(
            0 < node.ord - other.ord <= 3 and AINT.search(other.form) for other in node.root.descendants
        )
        and node.form.lower() not in PREPOSITIONS
        and not (node.form.lower() in ("considering", "following") and not has(node, "mark"))
    ]

doc = udapi.Document(sys.argv[1])
print(json.dumps(sum(1 for _ in doc.nodes)), flush=True)
for line in sys.stdin:
    start = time.perf_counter()
    hits = [globals()[name](doc) for name in json.loads(line)]
    took = time.perf_counter() - start
    print(json.dumps([took, [[len(found), sum(node.ord for node in found)] for found in hits]]), flush=True)
"""


def main() -> None:
    """Print how many times as fast as udapi we are: for all contrasts, and for each different query once."""
    python = os.environ.get("LACKMUS_UDAPI_PYTHON")
    if not python:
        print("skip queries against udapi: LACKMUS_UDAPI_PYTHON names no Python that has it", flush=True)
        return
    (file,) = (real_data() / "ud" / "UD_English-PUD").glob("*.conllu")
    contrasts = [one for one in bundled_contrasts() if str(one.pair) == "en-cs" and not one.only_named]
    asked = [(one.category.lower(), one.source) for one in contrasts]
    bank = read_conllu(file)
    for copies in COPIES:
        many = bank.take(list(range(len(bank))) * copies)
        with tempfile.TemporaryDirectory() as folder:
            written = Path(folder) / "copies.conllu"
            written.write_text(file.read_text("utf-8") * copies, "utf-8")
            command = [python, "-c", UDAPI, str(written)]
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as udapi:
                assert udapi.stdin and udapi.stdout
                assert json.loads(udapi.stdout.readline()) == many.words
                _compare(udapi, many, asked)
                _compare(udapi, many, list(dict(asked).items()))
                udapi.stdin.close()


def _compare(udapi: "subprocess.Popen[str]", bank: Treebank, queries: list[tuple[str, Query]]) -> None:
    def theirs() -> tuple[float, list[list[int]]]:
        assert udapi.stdin and udapi.stdout
        print(json.dumps([name for name, _ in queries]), file=udapi.stdin, flush=True)
        took, hits = json.loads(udapi.stdout.readline())
        return took, hits

    def ours() -> list[list[int]]:
        finder = Finder(bank)  # that knows nothing yet
        found = [finder.matches(query) for _, query in queries]
        return [
            [len(hits), sum(hit.row - int(bank.bounds[hit.sentence]) + 1 for hit in hits)] for hits in found
        ]

    _, expected = theirs()
    if ours() != expected:
        sys.exit("The contrasts ask for something else than the conditions in benchmarks/querying.py.")
    # The quickest run of each, in turns: others on the machine can only make one slower.
    rounds = [(theirs()[0], seconds(ours)) for _ in range(ROUNDS)]
    their, own = (min(taken) for taken in zip(*rounds, strict=True))
    hits = sum(count for count, _ in expected)
    report(
        f"{len(queries)} queries, {bank.words:,} words, {hits:,} hits, against udapi's nodes in a loop",
        f"{their / own:.1f} × ({1000 * their:.1f} ms / {1000 * own:.1f} ms)",
        f"≥ {LIMIT:.0f} ×",
        their >= LIMIT * own,
    )


if __name__ == "__main__":
    main()
