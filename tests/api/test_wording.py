"""Mistakes are told in the terms of Python, in one line, with the choices there are."""

# ruff: noqa: E501  (a table of calls and what they say)

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import lackmus

MANY: Any = "outputs/2025"  # campaigns have names
FRAME = pl.DataFrame({"item": ["amb-001"], "system": ["A"], "text": ["x"]})


@pytest.mark.parametrize(
    "mistake, said",
    [
        (lambda: lackmus.evaluate("items.json", "outputs/2026", by="row"), "by: there is no 'row'. There are category, phenomenon."),
        (lambda: lackmus.evaluate("items.json", "outputs/2026", test="t"), "test: there is no 't'. There are z, mcnemar, bootstrap, paired."),
        (lambda: lackmus.evaluate("items.json", "outputs/2026", samples=5), "samples: 5 is out of range. Choose a number from 100 to 1,000,000."),
        (lambda: lackmus.evaluate("items.json", "outputs/2026", systems="Esche"), "systems: there is no system Esche. There are Ahorn, Birke, Eiche, Linde."),
        (lambda: lackmus.evaluate("items.json", "outputs/2026", label={"Esche": "E"}), "label: there is no system Esche. There are Linde, Eiche, Birke, Ahorn."),
        (lambda: lackmus.evaluate("items.json", "outputs/2026", label="Esche"), "label: write {NAME: VALUE} or 'NAME=VALUE', not 'Esche'."),
        (lambda: lackmus.evaluate("items.json", "outputs/2026", table="trend"), "table='trend' compares campaigns, and here is only one. Use lackmus.trend(SUITE, {NAME: FOLDER, …})"),
        (lambda: lackmus.evaluate("items.json", hyp="hyps"), "hyp names translations of the lines of a source file. Name it too: source=."),
        (lambda: lackmus.evaluate("items.json"), "No file of outputs was named."),
        (lambda: lackmus.evaluate("items.json", {"2026": "outputs/2026"}), "One campaign is compared here, not several by name. Name its files, or a frame."),
        (lambda: lackmus.evaluate("none.json", "outputs/2026"), "none.json does not exist. Check the name."),
        (lambda: lackmus.evaluate("items.json", FRAME.rename({"text": "words"})), "The frame: “text” is missing. Needed are texts in columns item, system, text."),
        (lambda: lackmus.evaluate("items.json", FRAME.with_columns(item=pl.lit("x"))), "The frame: 1 of its ids are not in items.json (x). Use the suite these outputs belong to, or skip_unknown=."),
        (lambda: lackmus.evaluate("items.json", FRAME.with_columns(text=None)), "The frame: “text” is null in some rows. Fill or drop them."),
        (lambda: lackmus.evaluate("items.json", FRAME.with_columns(system=pl.lit(" "))), "The frame: “system” is blank in some rows. Name it."),
        (lambda: lackmus.evaluate("items.json", [FRAME, FRAME]), "A has outputs in several frames or files. Leave one out."),
        (lambda: lackmus.trend("items.json", MANY), "Name campaigns with their outputs: {'2025': 'outputs/2025', '2026': …}."),
        (lambda: lackmus.read_suite("items.json", pair="de-fr"), "pair: there are no items for de-fr, only for de-en."),
        (lambda: lackmus.lint("items.json", level="worst"), "level: there is no worst. There are error, warning, info."),
        (lambda: lackmus.evaluate("items.json", "outputs/2026").to("word"), "format: there is no format word. There are csv, excel, html, json, latex, markdown, parquet, terminal."),
        (lambda: lackmus.evaluate("items.json", "outputs/2026").chart("pie"), "kind: there is no 'pie'. There are heatmap, phenomena, verdicts, trend, checkpoints, agreement."),
        (lambda: lackmus.evaluate("items.json", "outputs/2026").chart().save("x.gif"), "A chart cannot be written as .gif. Use .svg, .png, .pdf, .html, .json."),
        (lambda: lackmus.sample("outputs"), "outputs is there already and not empty. Name a new folder."),
        (lambda: lackmus.sample("new", "fr-de"), "name: there is no sample 'fr-de'. There are de-en, en-de, en-es, en-ru, contrasts."),
        (lambda: lackmus.Workspace("none.db").suites(), "There is no workspace at none.db. Make one by importing a suite (Workspace.import_suite(FILE)), or name another: workspace=, LACKMUS_WORKSPACE."),
        (lambda: lackmus.rank("challenge.jsonl"), "challenge.jsonl does not exist. Check the name."),
        (lambda: lackmus.query("upos=VERB", "none.conllu"), "none.conllu does not exist. Check the name."),
        (lambda: lackmus.study("source.de", "hyps/*"), "Say which language pair is meant (pair='cs-en'), or name contrasts (contrast=)."),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line(desk: Path, mistake: Callable[[], object], said: str) -> None:
    with pytest.raises(lackmus.LackmusError) as told:
        mistake()
    assert str(told.value) == said
    assert told.value.__cause__ is None
