"""The words of chatter around a translation, by language: what is said instead of it, before it and after it.

A stem is a wording that a source may contain: then the same wording in a text is translation, not chatter.
"""

import re

from lackmus.core.engines.languages import NAMES

_NAMES = "|".join(sorted(map(re.escape, NAMES.values()), key=len, reverse=True))

# Names of languages in themselves, as models write them before a translation; Suomi is also a country.
_OWN_NAMES = (
    "Deutsch|Français|Español|Castellano|Italiano|Português|Nederlands|Polski|Čeština|Česky|Slovenčina|"
    "Svenska|Dansk|Norsk|Magyar|Română|Türkçe|Català|Hrvatski|Slovenščina|Ελληνικά|Русский|По-русски|"
    "Українська|Български|العربية|עברית|فارسی|हिन्दी|हिंदी|中文|简体中文|繁體中文|日本語|한국어|"
    "Tiếng Việt|Bahasa Indonesia|ไทย"
)

# “Translation” as a label, alone or with the language: “German translation”, “deutsche Übersetzung”.
_TRANSLATION_LABELS = (
    r"(?:deutsche )?übersetzung|traduction(?: française| en \w+)?|traducción(?: al \w+)?|"
    r"traduzione(?: italiana| in \w+)?|tradução(?: para o \w+)?|(?:nederlandse )?vertaling|"
    r"перевод(?: на \w+)?|переклад|tłumaczenie|překlad|preklad|översättning|oversettelse|oversættelse|"
    r"käännös|fordítás|traducere|traducció|превод|prijevod|prevod|μετάφραση|çeviri|"
    r"翻译(?:结果)?|翻譯(?:結果)?|译文|譯文|翻訳|日本語訳|訳文?|번역(?:문)?|bản dịch|terjemahan|अनुवाद|"
    r"الترجمة|ترجمة|תרגום"
)

LANGUAGE = re.compile(rf"\b(?:{_NAMES}|{_OWN_NAMES})(?!\w)", re.IGNORECASE)
_LABEL = re.compile(  # each language name is read as @
    r"(?:the |my |final |literal |suggested )?(?:@ )?"
    r"(?:translation|translated (?:text|sentence))(?: (?:in|into|to) @| \(@\))?"
    rf"|@(?: \((?:formal|informal|translation)\))?|{_TRANSLATION_LABELS}",
    re.IGNORECASE,
)


def is_label(words: str) -> bool:
    """Whether these words, before a colon or as a heading, announce a translation."""
    return bool(_LABEL.fullmatch(words) or _LABEL.fullmatch(LANGUAGE.sub("@", words)))


# A sentence that announces the translation and ends in a colon.
_WITHIN = r"[^\n:：\"“”„«»]{0,120}?"
ANNOUNCEMENT = re.compile(
    r"\A\s*(?:"
    r"(?:(?:sure|certainly|of course|ok|okay|absolutely)(?: thing)?[,.!]? +)?"
    rf"(?:here(?:['’]s| is)|below is|this is|the)\b{_WITHIN}\b(?:translation|translated (?:text|sentence))\b"
    r"(?! (?:options|alternatives))"
    rf"|(?:(?:natürlich|gerne?|klar)[,.!]? +)?(?:hier ist|das ist|die)\b{_WITHIN}\bübersetzung\b"
    rf"|(?:(?:bien sûr|d['’]accord)[,.!]? +)?(?:voici|la)\b{_WITHIN}\btraduction\b"
    rf"|(?:(?:claro|por supuesto)[,.!]? +)?(?:aquí (?:está|tienes?)|esta es|la)\b{_WITHIN}\btraducción\b"
    rf"|(?:(?:certo|certamente)[,.!]? +)?(?:ecco|questa è|la)\b{_WITHIN}\btraduzione\b"
    rf"|(?:(?:claro|certo)[,.!]? +)?(?:aqui está|esta é|a)\b{_WITHIN}\btradução\b"
    rf"|(?:(?:natuurlijk|zeker)[,.!]? +)?(?:hier is|dit is|de)\b{_WITHIN}\bvertaling\b"
    rf"|(?:(?:конечно)[,.!]? +)?вот\b{_WITHIN}\bперевод\b"
    rf"|(?:oczywiście[,.!]? +)?oto\b{_WITHIN}\btłumaczenie\b"
    rf"|(?:好的[，,。！]? *)?(?:以下|这|這|下面)是?{_WITHIN}(?:翻译|翻譯|译文|譯文)"
    rf"|(?:はい[、,。]? *)?以下(?:は|が|に){_WITHIN}(?:翻訳|訳)"
    r")"
    r"[^\n:：]{0,100}?[:：](?:\*\*)?\s*",
    re.IGNORECASE,
)

# Words about translating, in any source. Broad on purpose: a match only keeps rules from firing.
TRANSLATING = re.compile(
    r"translat|interpret|über(?:ge)?setz|übertrag|dolmetsch|tradu[cçzis]|traduï|vertal|перев[оеё]|перекл|превод|превед|"
    r"tłumacz|přel[oa]ž|překl|prekl|prevod|prevest|prijevod|översätt|oversæt|overset|kään[nt]|fordít|tõlk|tulkot|"
    r"çevir|tercüme|μετάφρα|μεταφρ|翻|[译譯訳]|번역|통역|dịch|terjemah|अनुवाद|ترجم|תרגמ|תרגום|แปล",
    re.IGNORECASE,
)

# Regret, and being unable to, in any source: a translation may well say “I'm sorry, but I can't help you.”
REGRET = re.compile(
    r"sorry|apolog|afraid|regret|pardon|excuse|unfortunate|unable|\bcan(?:['’]t|not| not)\b|\bwon['’]t\b|"
    r"\bleid\b|leider|entschuldig|verzeih|bedau|\bk[aö]nn\w*\b.{0,80}\bnicht|"
    r"désol|excus|\bne p(?:eux|uis|eut|ouvons|ourr)|siento|\bno pued|perd[oó]n|disculp|lament|"
    r"dispiac|scus[aio]|\bnon poss|desculp|\bnão poss|\bnão consig|sinto|spijt|helaas|\bkan\b.{0,60}\bniet\b|"
    r"извин|прост[иі]|жаль|сожал|\bне мо[гж]|вибач|перепрош|przepr|przykro|niestety|\bnie mo[gż]|"
    r"omlouv|promi[ňn]|líto|bohužel|\bnem[ouů]|ľúto|\bžal|ne mogu|oprosti|"
    r"ledsen|tyvärr|förlåt|\bkan inte|beklag|undskyld|unnskyld|dessverre|desværre|\bkan ikke|"
    r"anteeksi|pahoillani|valitett|\ben voi|vabanda|kahju|sajn|elnéz|\bnem tud|scuz|îmi pare|\bnu pot|"
    r"üzgün|özür|maalesef|[ae]m[ae]m\b|συγγνώμη|λυπ|δεν μπορ|"
    r"抱歉|对不起|對不起|遗憾|遺憾|不能|无法|無法|不好意思|申し訳|すみま|ごめん|残念|できな|できま|"
    r"죄송|미안|유감|수 없|못|xin lỗi|tiếc|không thể|maaf|tidak bisa|माफ़?|क्षमा|खेद|नहीं|"
    r"آسف|عذر|أعتذر|لا (?:أستطيع|يمكن)|מצטער|סליחה|לא יכול|ขอโทษ|เสียใจ|ไม่สามารถ",
    re.IGNORECASE,
)

# A model that speaks of itself, in any source.
MACHINE = re.compile(
    r"\b(?:AI|A\.I\.|KI|IA|ИИ|ШІ)\b|人工智能|人工知能|인공지능|model|modell|modèle|modelo|модел|模型|モデル|모델|assist|"
    r"ассист|助手|アシスタント|intelligen|интеллект|інтелект|yapay",
    re.IGNORECASE,
)

_SORRY_EN = (
    r"(?:i['’]?m (?:\w+ )?sorry|i am (?:\w+ )?sorry|sorry|i apologi[sz]e|unfortunately)\b[^\n.]{0,40}?"
)
_UNABLE_EN = (
    r"\bi (?:can(?:['’]t|not| not)|am (?:unable|not able) to|won['’]t(?: be able to)?)|"
    r"\bi['’]m (?:unable|not able) to"
)

# A refusal with regret, at the beginning of a text.
REFUSALS = re.compile(
    r"\A\W*(?:"
    rf"(?:{_SORRY_EN})?(?:{_UNABLE_EN}) "
    r"(?:help you\b|help with\b|do that\b|(?:assist|comply|fulfil|provide|process|generate|engage|continue|"
    r"complete|support|respond)[^\n.]{0,15}?\b(?:you )?(?:with|this|that|the|any|such|your|to)\b)"
    r"|(?:es tut mir leid|tut mir leid|entschuldigung|leider)\b[^\n.]{0,30}?\b(?:ich kann|kann ich)\b"
    r"[^\n.]{0,60}?\bnicht (?:weiterhelfen|helfen|behilflich|erfüllen|bearbeiten|nachkommen|bereitstellen)"
    r"|(?:je suis )?désolée?\b[^\n.]{0,20}?\bje ne (?:peux|suis)\b[^\n.]{0,25}?"
    r"(?:aider|répondre|fournir|satisfaire|traiter|accéder)"
    r"|lo siento\b[^\n.]{0,15}?\bno puedo (?:ayudar|asistir|cumplir|proporcionar|procesar|responder)"
    r"|mi dispiace\b[^\n.]{0,15}?\bnon posso (?:aiutar|assister|fornire|soddisfare|rispondere|elaborare)"
    r"|(?:desculpe|sinto muito|lamento|me desculpe)\b[^\n.]{0,15}?\bnão posso "
    r"(?:ajudar|atender|fornecer|cumprir|responder)"
    r"|(?:het spijt me|sorry|helaas)\b[^\n.]{0,20}?\bik\b[^\n.]{0,30}?\bniet (?:helpen|voldoen|verwerken)"
    r"|(?:извините|простите|к сожалению|прошу прощения)\b[^\n.]{0,15}?\bне могу "
    r"(?:помочь|выполнить|предоставить|ответить|обработать)"
    r"|(?:вибачте|перепрошую|на жаль)\b[^\n.]{0,15}?\bне можу (?:допомогти|виконати|надати|відповісти)"
    r"|(?:przykro mi|przepraszam|niestety)\b[^\n.]{0,15}?\bnie mogę (?:pomóc|spełnić|udzielić|odpowiedzieć)"
    r"|(?:omlouvám se|je mi líto|bohužel)\b[^\n.]{0,15}?\bnem(?:ohu|ůžu) (?:pomoci|splnit|poskytnout|vyhovět)"
    r"|(?:很抱歉|非常抱歉|抱歉|对不起|對不起)[^\n。]{0,12}?(?:无法|不能|無法)[^\n。]{0,8}?"
    r"(?:协助|協助|帮助|幫助|提供|满足|滿足|处理|處理|回答)"
    r"|(?:申し訳|すみません|ごめんなさい)[^\n]{0,40}?(?:お手伝い|お応え|お答え|対応|提供)[^\n]{0,12}?(?:できません|できかね)"
    r"|(?:죄송|미안)[^\n]{0,40}?(?:도와|도움|제공|응답|답변)[^\n]{0,15}?(?:수 없|없습니다|어렵)"
    r")",
    re.IGNORECASE,
)

# A refusal that names translating.
NOT_TRANSLATING = re.compile(
    rf"(?:{_UNABLE_EN}|\bi (?:do not|don['’]t) feel comfortable|\bi must decline)[^\n.]{{0,60}}?\btranslat"
    r"|\bkann\b[^\n.]{0,80}?\bnicht übersetzen"
    r"|\bne (?:peux|puis) pas\b[^\n.]{0,30}?\b(?:traduire|de traduction)"
    r"|\bno (?:puedo|me es posible)\b[^\n.]{0,30}?\b(?:traducir|traducción)"
    r"|\bnon posso\b[^\n.]{0,30}?\b(?:tradurre|traduzione)"
    r"|\bnão (?:posso|consigo)\b[^\n.]{0,30}?\b(?:traduzir|tradução)"
    r"|\bkan\b[^\n.]{0,60}?\bniet vertalen|\bkan (?:inte översätta|ikke oversette|ikke oversætte)"
    r"|\bне могу\b[^\n.]{0,30}?\bперев|\bне можу\b[^\n.]{0,30}?\bпереклас"
    r"|\bnie mogę\b[^\n.]{0,30}?\bprzetłumaczyć|\bnem(?:ohu|ůžu)\b[^\n.]{0,30}?\bpřelož"
    r"|(?:无法|不能|無法)[^\n。]{0,12}?(?:翻译|翻譯)"
    r"|翻訳(?:することは?|は|が)?でき(?:ません|かね)|번역(?:할|해 드릴) 수(?:는|가)? 없",
    re.IGNORECASE,
)

# “As an AI language model, …”
AS_A_MACHINE = re.compile(
    r"\b(?:as|i['’]?m|i am) (?:just )?(?:an? )(?:ai|large language model|language model)\b"
    r"|\bals (?:eine? )?(?:KI|Sprachmodell)\b|\ben tant qu['’](?:IA\b|intelligence artificielle|assistant)"
    r"|\ben tant que modèle|\bcomo (?:una? )?(?:IA|modelo de lengua)"
    r"|\bcome (?:una? )?(?:IA|modello linguistico)\b|\bкак (?:ИИ|языковая модель)\b"
    r"|作为(?:一个|一個)?(?:AI|人工智能|语言模型)"
    r"|AI(?:言語モデル|アシスタント)として|AI(?: 언어 모델)?로서",
    re.IGNORECASE,
)

# Remarks that follow a translation.
REMARK = re.compile(
    r"(?:[.!?…)\]\"”“»。！？」]\s{0,3}|\n)[(\[*_ ]{0,4}"
    r"(?:(?:translator['’]?s? )?notes?|explanations?|literally|literal translation|pronunciation|"
    r"alternative(?: translation)?s?|alternatively|breakdown|context|"
    r"anmerkung|hinweis|erläuterung|erklärung|wörtlich|alternative übersetzung|alternativ|"
    r"remarque|explication|note du traducteur|littéralement|nota(?: del traductor)?|explicación|literalmente|"
    r"spiegazione|letteralmente|observação|explicação|opmerking|toelichting|letterlijk|"
    r"примечание|пояснение|дословно|примітка|uwaga|wyjaśnienie|dosłownie|poznámka|vysvětlení|doslova|"
    r"注|注意|注释|解释|译注|译者注|說明|说明|註|備考|補足|説明|직역|참고|설명)"
    r"[*_]*\s*[:：]",
    re.IGNORECASE,
)

# Remarks in brackets where the source has none: alternatives, or comments on the wording.
ASIDE = re.compile(
    r"(?<=[\s.!?。！？])[(（\[](?:"
    r"(?:or|oder|ou|oppure|или|або|lub|nebo|或|或者|または|또는)[ :：,][^)\]）]{2,300}"
    r"|(?:lit\.|literally|wörtlich|littéralement|literalmente|letteralmente|letterlijk|дословно|dosłownie|doslova|"
    r"直译|直訳|직역)[ :：,][^)\]）]{2,300}"
    r"|(?:more )?(?:formal|informal|polite|casual|singular|plural|masculine|feminine|male|female)"
    r"|formell|informell|höflich|formel|informel|formale|informale|informal|formeel|informeel"
    r")[)\]）]",
    re.IGNORECASE,
)

# Talk about the translation.
ABOUT_IT = re.compile(
    r"\btranslat(?:es|ed) (?:(?:in)?to|as):? ?[\"'“‘„«:]"
    r"|\b(?:can|could|would|may) be translated (?:as|to|into)\b"
    r"|\btranslation (?:of|into|in) [^\n]{1,300}\b(?:is|would be)\b|\btranslation (?:is|would be)\b"
    r"|\bübersetzung (?:lautet|ist|wäre)\b|\btraduction (?:est|serait)\b|\btraducción (?:es|sería)\b"
    r"|\btraduzione (?:è|sarebbe)\b|\btradução (?:é|seria)\b",
    re.IGNORECASE,
)
