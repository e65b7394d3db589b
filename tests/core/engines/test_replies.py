"""Replies of chat models: what is chatter, what only looks like it, and what nobody may take away."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lackmus.core.engines.engine import Mark
from lackmus.core.engines.replies import NAMES, RULES, clean, mark_of
from tests.conftest import PROJECT

RAINS = "It is raining."


@pytest.mark.parametrize(
    "reply, text, fired",
    [
        ("<think>Rain… regnen.</think>\n\nEs regnet.", "Es regnet.", "think"),
        ("<think>\n</think>Es regnet.", "Es regnet.", "think"),
        ("<thinking>“</think>”? No.</thinking>Es regnet.", "Es regnet.", "think"),
        ("so it is regnen\n</think>\nEs regnet.", "Es regnet.", "think"),  # the server ate the beginning
        ("<think>All was thought, nothing said.</think>", "", "think"),
        ("Es regnet.<|im_end|>", "Es regnet.", "special-tokens"),
        ("<s> Es regnet.</s>", "Es regnet.", "special-tokens"),
        ("Es regnet. [/INST]</s>", "Es regnet.", "special-tokens"),
        ("<|im_start|>assistant\nEs regnet.<|im_end|>\n<|endoftext|>", "Es regnet.", "special-tokens"),
        (
            "<|start_header_id|>assistant<|end_header_id|>\n\nEs regnet.<|eot_id|>",
            "Es regnet.",
            "special-tokens",
        ),
        ("<start_of_turn>model\nEs regnet.<end_of_turn>", "Es regnet.", "special-tokens"),
        ("Es regnet.<｜end▁of▁sentence｜>", "Es regnet.", "special-tokens"),
        ("```\nEs regnet.\n```", "Es regnet.", "fences"),
        ("```text\nEs regnet.\n```\n", "Es regnet.", "fences"),
        ("~~~\nEs regnet.\n~~~", "Es regnet.", "fences"),
        ("<translation>Es regnet.</translation>", "Es regnet.", "tags"),
        ("<output>\nEs regnet.\n</output>", "Es regnet.", "tags"),
        ("Translation: Es regnet.", "Es regnet.", "label"),
        ("TRANSLATION:\nEs regnet.", "Es regnet.", "label"),
        ("German: Es regnet.", "Es regnet.", "label"),
        ("**German:** Es regnet.", "Es regnet.", "label"),
        ("**German**: Es regnet.", "Es regnet.", "label"),
        ("German translation: Es regnet.", "Es regnet.", "label"),
        ("Translation (German): Es regnet.", "Es regnet.", "label"),
        ("Translation into German: Es regnet.", "Es regnet.", "label"),
        ("The translated text: Es regnet.", "Es regnet.", "label"),
        ("### Translation\n\nEs regnet.", "Es regnet.", "label"),
        ("## German translation:\nEs regnet.", "Es regnet.", "label"),
        ("Deutsch: Es regnet.", "Es regnet.", "label"),
        ("Übersetzung: Es regnet.", "Es regnet.", "label"),
        ("Traduction : Il pleut.", "Il pleut.", "label"),
        ("Traducción al español: Llueve.", "Llueve.", "label"),
        ("Перевод: Идёт дождь.", "Идёт дождь.", "label"),
        ("翻译：下雨了。", "下雨了。", "label"),
        ("翻译结果：下雨了。", "下雨了。", "label"),
        ("日本語訳：雨が降っています。", "雨が降っています。", "label"),
        ("번역: 비가 온다.", "비가 온다.", "label"),
        ("Here is the translation: Es regnet.", "Es regnet.", "label"),
        ("Here's the German translation of the sentence:\n\nEs regnet.", "Es regnet.", "label"),
        ("Sure! Here is the translation:\nEs regnet.", "Es regnet.", "label"),
        ("The translation is: Es regnet.", "Es regnet.", "label"),
        ("Hier ist die Übersetzung: Es regnet.", "Es regnet.", "label"),
        ("Voici la traduction :\n\nIl pleut.", "Il pleut.", "label"),
        ("¡Claro! Aquí está la traducción: Llueve.", None, ""),  # not known: stays, and is marked
        ("Aquí está la traducción: Llueve.", "Llueve.", "label"),
        ("Ecco la traduzione: Piove.", "Piove.", "label"),
        ("Aqui está a tradução: Chove.", "Chove.", "label"),
        ("Вот перевод: Идёт дождь.", "Идёт дождь.", "label"),
        ("以下是翻译：下雨了。", "下雨了。", "label"),
        ("以下は翻訳です：雨が降っています。", "雨が降っています。", "label"),
        ("Translation: German: Es regnet.", "Es regnet.", "label"),
        ("**Es regnet.**", "Es regnet.", "bold"),
        ("*Es regnet.*", "Es regnet.", "bold"),
        ('"Es regnet."', "Es regnet.", "quotes"),
        ("“Es regnet.”", "Es regnet.", "quotes"),
        ("„Es regnet.“", "Es regnet.", "quotes"),
        ("« Il pleut. »", "Il pleut.", "quotes"),
        ("»Es regnet.«", "Es regnet.", "quotes"),
        ("「雨が降っています。」", "雨が降っています。", "quotes"),
        ("'Es regnet.'", "Es regnet.", "quotes"),
        ("‘Il n’y a rien.’", "Il n’y a rien.", "quotes"),
        ("`Es regnet.`", "Es regnet.", "quotes"),
        ("\n Es regnet. \n", "Es regnet.", "blanks"),
        ('Sure, here is the translation:\n\n**"Es regnet."**', "Es regnet.", "label bold quotes"),
        (
            "<think>…</think>\n```\nGerman: Es regnet.\n```<|im_end|>",
            "Es regnet.",
            "think special-tokens fences label",
        ),
    ],
)
def test_what_is_taken_away(reply: str, text: str | None, fired: str) -> None:
    """Each case by the rules that fire, and by no others."""
    left, names = clean(RAINS, reply)
    assert (left, " ".join(names)) == (reply if text is None else text, fired)
    assert set(clean(RAINS, reply, set(NAMES) - set(names))[1]) <= {"blanks"}


@pytest.mark.parametrize(
    "source, reply",
    [
        # the source has it too
        ("Translation: an introduction", "Übersetzung: eine Einführung"),
        ("Translation – an introduction", "Übersetzung: eine Einführung"),
        ("German: the language of Goethe", "Deutsch: die Sprache Goethes"),
        ("Deutsch – die Sprache Goethes", "German: the language of Goethe"),
        ("Німецька: мова Гете", "German: the language of Goethe"),
        ("Here is the translation: it is good.", "Hier ist die Übersetzung: Sie ist gut."),
        ("The interpreter says: here is the translation.", "Der Dolmetscher sagt: Hier ist die Übersetzung."),
        ("Перевод: готов.", "Translation: ready."),
        ('"Come!"', "„Komm!“"),
        ("“Come!” he said.", "„Komm!“, sagte er."),
        ("'Come!'", "'Komm!'"),
        ("– Come!", "« Viens ! »"),
        ("He calls it “work”.", "„Arbeit“ nennt er „das“"),
        ("*Come!*", "*Komm!*"),
        ("**Come!**", "**Komm!**"),
        ("```\nprint(1)\n```", "```\nprint(1)\n```"),
        ("Use `ls`.", "`ls` benutzen.`"),
        ("<translation>Come!</translation>", "<translation>Komm!</translation>"),
        ("The tag is <think>.", "Das Tag heißt <think>.</think> Gut."),
        ("Write </s> at the end.", "Am Ende steht </s>"),
        ("# Translation\nIt rains.", "# Übersetzung\nEs regnet."),
        # it is no chatter
        (RAINS, "Es regnet."),
        ("It rains in Germany.", "In Deutschland regnet es."),
        ("He said that it rains.", "Er sagte: Es regnet."),
        ("Yes and no.", "„Ja“ und „Nein“"),
        ("Yes and no.", "'Ja' und 'nein'"),
        ("In the morning they drink.", "'s Morgens drinken ze '"),
        ("The Germans are coming.", "Germans: sie kommen."),
        ("Finland – the land of lakes", "Suomi: järvien maa"),
        ("Be careful.", "Hinweis: Vorsicht."),
        ("Five stars", "*****"),
        ("Nothing", '""'),
        ("Translate", "Translation:"),
        (RAINS, "Es regnet.</think>"),  # nothing follows: what the answer was is not clear
        (RAINS, "Es regnet. <think>Good.</think> Es schüttet."),
        (RAINS, "<think>never came to its end"),
        (RAINS, "```\nEs regnet.\n```\n```\nEs schüttet.\n```"),
        (RAINS, "English: It is raining.\nGerman: Es regnet."),
        (RAINS, "Here are two translation options: Es regnet. Es schüttet."),
        ("", ""),
    ],
)
def test_what_stays(source: str, reply: str) -> None:
    """Whatever could be meant, and whatever the source has itself."""
    assert clean(source, reply) == (reply, ())


def test_only_the_rules_asked_for() -> None:
    """Without a rule its chatter stays; the raw reply is not lost to anybody."""
    reply = 'German: "Es regnet."'
    assert clean(RAINS, reply, ["label"]) == ('"Es regnet."', ("label",))
    assert clean(RAINS, reply, ["quotes"]) == (reply, ())
    assert clean(RAINS, reply, []) == (reply, ())


def test_rules_have_names_and_say_what_they_do() -> None:
    """Users choose them by name."""
    assert len(set(NAMES)) == len(RULES)
    assert all(rule.help and "\n" not in rule.help for rule in RULES)


_SIGNS = """<think> </think> <|im_end|> </s> ``` <output> </output> German: Translation:
" “ ” „ « » ' ‘ ’ * ** ` : a -"""
_TEXTS = (
    "# Translation\n",
    "Here is the translation:",
    "```\n",
    "\n```",
    " ",
    "\n",
    "Es regnet.",
    "Il pleut",
    "下雨了。",
)
_PIECES = st.sampled_from([*_SIGNS.split(), *_TEXTS])
_MESSY = st.lists(_PIECES, max_size=12).map("".join)


@given(_MESSY, _MESSY)
@example("", "```\n```\n```")
@settings(deadline=None, max_examples=150)
def test_cleaning_twice_is_cleaning_once(source: str, reply: str) -> None:
    """And a rule fired exactly when something is gone, which never adds a character."""
    left, fired = clean(source, reply)
    assert clean(source, left) == (left, ())
    assert bool(fired) == (left != reply)
    assert len(left) < len(reply) if fired else left == reply


@given(_MESSY | st.text(max_size=40))
@settings(deadline=None, max_examples=150)
def test_what_the_source_says_stays(source: str) -> None:
    """An engine that only repeats is never cleaned."""
    assert clean(source, source) == (source, ())


@given(st.text(st.characters(categories=["L", "N", "Pd"], include_characters=" ,.!?;()"), max_size=60))
@settings(deadline=None, max_examples=100)
def test_plain_text_comes_back(text: str) -> None:
    """Where there are no signs of chatter, no rule fires."""
    assert clean(RAINS, text.strip()) == (text.strip(), ())


VERBOSE, REFUSED = Mark.VERBOSE, Mark.REFUSED


@pytest.mark.parametrize(
    "text, mark",
    [
        ("Es regnet.", None),
        ("", None),
        (" \n", None),
        ("It is raining.", None),  # not translated, but not chatter either
        ("Es regnet.\n\nNote: “regnen” is impersonal.", VERBOSE),
        ("Es regnet. (Note: “regnen” is impersonal.)", VERBOSE),
        ("Es regnet. Anmerkung: unpersönlich.", VERBOSE),
        ("Il pleut. Remarque : impersonnel.", VERBOSE),
        ("Llueve. Nota: impersonal.", VERBOSE),
        ("Идёт дождь. Примечание: безлично.", VERBOSE),
        ("下雨了。注：无主语。", VERBOSE),
        ("雨が降っています。説明：主語はない。", VERBOSE),
        ("Es regnet.\nEs schüttet.", VERBOSE),
        ("1. Es regnet.\n2. Es schüttet.", VERBOSE),
        ("Es regnet. / Es schüttet.", VERBOSE),
        ("Es regnet. (or: Es schüttet.)", VERBOSE),
        ("Es regnet. (oder Es schüttet)", VERBOSE),
        ("Es regnet (formal)", VERBOSE),
        ("Il pleut. (literally: it rains)", VERBOSE),
        ("It is raining. Es regnet.", VERBOSE),
        ("It is raining. → Es regnet.", VERBOSE),
        ("English: It is raining.\nGerman: Es regnet.", VERBOSE),
        (
            "Here are two translation options: Es regnet. Es schüttet.",
            None,
        ),  # short, on one line: nobody can tell
        ("The German translation is “Es regnet.”", VERBOSE),
        ("This translates to “Es regnet.”", VERBOSE),
        ("Die Übersetzung lautet „Es regnet.“", VERBOSE),
        ("German: Es regnet.", VERBOSE),  # nobody asked for the rule that would have taken it away
        ("<think>It is, so to say,", VERBOSE),
        ("Es regnet und regnet und " * 8, VERBOSE),
        ("雨" * 60, VERBOSE),
        ("x" * 30_000, VERBOSE),
        ("I'm sorry, but I can't assist with that.", REFUSED),
        ("I’m sorry, but I cannot help with this request.", REFUSED),
        ("I can't help with that.", REFUSED),
        ("I am unable to provide that.", REFUSED),
        ("I cannot translate this text.", REFUSED),
        ("I'm sorry, I can't translate content like this.\nLet me know if you have others.", REFUSED),
        ("As an AI language model, I do not feel the weather.", REFUSED),
        ("Es tut mir leid, aber ich kann dabei nicht helfen.", REFUSED),
        ("Es tut mir leid, aber diesen Text kann ich nicht übersetzen.", REFUSED),
        ("Je suis désolé, mais je ne peux pas vous aider.", REFUSED),
        ("Je ne peux pas traduire ce texte.", REFUSED),
        ("Lo siento, pero no puedo ayudar con eso.", REFUSED),
        ("No puedo traducir este texto.", REFUSED),
        ("Mi dispiace, ma non posso aiutarti.", REFUSED),
        ("Desculpe, mas não posso ajudar com isso.", REFUSED),
        ("Het spijt me, maar ik kan hier niet helpen.", REFUSED),
        ("Извините, но я не могу помочь с этим.", REFUSED),
        ("К сожалению, я не могу перевести этот текст.", REFUSED),
        ("Przykro mi, ale nie mogę pomóc.", REFUSED),
        ("Omlouvám se, ale nemohu pomoci.", REFUSED),
        ("抱歉，我无法协助处理这个请求。", REFUSED),
        ("很抱歉，我无法翻译这段文字。", REFUSED),
        ("申し訳ありませんが、その要求にはお応えできません。", REFUSED),
        ("この文章は翻訳できません。", REFUSED),
        ("죄송하지만 그 요청은 도와드릴 수 없습니다.", REFUSED),
    ],
)
def test_marks(text: str, mark: Mark | None) -> None:
    """What is no plain translation of “It is raining.”"""
    assert mark_of(RAINS, text) == mark


@pytest.mark.parametrize(
    "source, text",
    [
        ("I'm sorry, but I can't come.", "Es tut mir leid, aber ich kann nicht kommen."),
        (
            "I'm sorry, but I can't help you with that.",
            "Es tut mir leid, aber ich kann Ihnen dabei nicht helfen.",
        ),
        ("Es tut mir leid, aber ich kann dabei nicht helfen.", "I'm sorry, but I can't help with that."),
        ("Valitettavasti en voi auttaa tässä asiassa.", "Unfortunately, I cannot help with this matter."),
        ("К сожалению, я не могу помочь с этим.", "Unfortunately, I cannot help with this."),
        ("抱歉，我不能帮助你。", "I'm sorry, I can't help you with this."),
        ("I can't translate this text.", "Ich kann diesen Text nicht übersetzen."),
        ("Ich kann das nicht übersetzen.", "I cannot translate this."),
        ("As an AI, I like rain.", "Als KI mag ich Regen."),
        ("Als Sprachmodell habe ich keine Meinung.", "As a language model I have no opinion."),
        ("It cannot be helped.", "Da kann man nicht helfen."),
        ("I won't come.", "Ich komme nicht."),
        ("The translation is good.", "Die Übersetzung ist gut."),
        ("Die Übersetzung ist gut.", "The translation is good."),
        ("La traduction de ce livre est bonne.", "The translation of this book is good."),
        ("Der Plan wurde in die Tat umgesetzt.", "The plan was translated into action."),
        ("Das Boot hat übergesetzt.", "The boat has been translated into “Wet”."),  # wrong, but no chatter
        ("Ich kann nichts dafür, dass es regnet.", "I can't help it that it rains."),
        ("Vihma sajab ja sajab.", "I can't help the rain."),
        ("It rained. Note: bring a coat.", "Es hat geregnet. Hinweis: Bringen Sie einen Mantel mit."),
        ("He came (or: ran).", "Er kam (oder: rannte)."),
        ("Come in (formal)!", "Kommen Sie herein (formal)!"),
        ("either / or, now and for ever", "entweder / oder, jetzt und für immer"),
        ("He is tired and old. / He is ill.", "Er ist müde und sehr alt. / Er ist leider sehr krank."),
        ("120 km per hour", "120 km / h"),
        ("1. Rain\n2. Snow\n3. Hail", "1. Regen\n2. Schnee\n3. Hagel"),
        ("- Rain\n- Snow", "- Regen\n- Schnee"),
        ("OK", "In Ordnung, damit bin ich einverstanden."),
        ("好", "All right, then let us do it that way."),
        (
            "他昨天没有来上课，因为他生病了。",
            "He did not come to class yesterday because he was ill, so they say.",
        ),
        ("Angela Merkel", "Angela Merkel, die Kanzlerin"),
        ("The New York Times", "Die Zeitung „The New York Times“"),  # the name stays what it is
        ("Hello!", "Hello! Hallo!"),  # too short to be sure
        ("He shouted: come!", "Er rief: „Komm!“"),
        ("Let me know if you need help.", "Sag Bescheid, wenn du Hilfe brauchst."),
        ("Deutsch – die Sprache Goethes", "German: the language of Goethe"),
        ("The tag <think> begins it.", "Das Tag <think> beginnt es."),
        ("The teacher is kind.", "Der Lehrer / die Lehrerin ist nett."),
    ],
)
def test_honest_translations_have_no_mark(source: str, text: str) -> None:
    """A source may be about sorrow, notes, translations and lists; then its translation is, too."""
    assert mark_of(source, text) is None


@pytest.mark.parametrize(
    "text, cut, withheld, mark",
    [
        ("Es regnet", True, False, VERBOSE),
        ("", True, False, None),  # all was spent on thinking: empty, and judged so
        ("", False, True, REFUSED),
        ("Es regnet.", False, True, REFUSED),
        ("Es", True, True, REFUSED),
    ],
)
def test_what_the_engine_itself_says(text: str, cut: bool, withheld: bool, mark: Mark | None) -> None:
    """It knows better than any wording."""
    assert mark_of(RAINS, text, cut=cut, withheld=withheld) == mark


@given(_MESSY, _MESSY)
@settings(deadline=None, max_examples=60)
def test_any_two_texts_can_be_looked_at(source: str, text: str) -> None:
    """Whatever comes back is a mark or none; the source itself is never a refusal."""
    assert mark_of(source, text) in (None, VERBOSE, REFUSED)
    assert mark_of(source, source) is not REFUSED


@pytest.mark.parametrize(
    "piece",
    [
        " ",
        "\n",
        '"',
        "*",
        "`",
        "<think>",
        "</think>",
        "German: ",
        "</s>",
        "<|a|>",
        ". ",
        "(",
        "translation of ",
    ],
)
def test_long_replies_take_no_time(piece: str) -> None:
    """A model that repeats itself for ever: with anything quadratic in it this test would take minutes."""
    reply = piece * (20_000 // len(piece))
    left, _ = clean(RAINS, f"{reply}x{reply}"[:20_000])
    mark_of(RAINS, left)


def test_the_rules_are_documented() -> None:
    """By name and in their order."""
    page = (PROJECT / "docs" / "engines.md").read_text()
    listed = page[page.index("| rule |") :].partition("\n\n")[0].splitlines()[2:]
    assert [line.split("`")[1] for line in listed] == list(NAMES)
