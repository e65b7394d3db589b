"""Words that names of categories and phenomena are made of, to notice a misspelt one.

They are the words of the categories and phenomena that the papers on the DFKI test suites list (Macketanz et
al. 2018, 2021, 2022), of the grammatical contrasts of Cinková & Bojar (2018), and everyday terms of grammar,
in the singular.
"""

WORDS = frozenset(
    """
    abbreviation ability ablative ablaut accusative acronym active address adjectival adjective adjunct
    adposition adverb adverbial agent agreement alternation ambiguity anaphor anaphora animacy animate
    antecedent antonym aorist apostrophe apposition appositive archaic article aspect attribute
    attributive augmentative auxiliary benefactive binding borrowing bracket brand capital
    capitalization cardinal case cataphora category catenative causal causative cause circumfix
    classifier clause cleft clitic cognate coherence cohesion collective collocation colloquial colon
    comma command comment company comparative comparison complement complementizer complex composition
    compound concession concessive conditional conjugation conjunct conjunction connective connector
    connotation consecutive construction contact content context contextual contraction contrast control
    conversion coordinate coordination copula copular coreference correlative count countable
    counterfactual currency dash date dative day decimal declarative declension definite definiteness
    degree deictic deixis demonstrative deponent derivation derivational determiner dialect dialogue
    digit diminutive direct directional disambiguation discontinuous discourse dislocation distance
    distributive ditransitive domain domainspecific donkey dot dots doubling dual dummy duration
    durative dynamic echo elative ellipsis elliptic elliptical email embedded embedding emoji emoticon
    emphasis emphatic entity epistemic equative ergative event evidential exclamation exclamative
    existential expletive expression extended external extraposition false feminine figurative finite
    focus foreign form formal formality format formulaic fraction free frequency friend fronting full
    function functional future gap gapping gender general generic genitive gerund gerundive government
    gradable grammar grammatical habitual hashtag hearsay homograph homonym homophone honorific hour
    hyphen hyphenation hypothetical idiom idiomatic idiomaticity illative imperative imperfect
    imperfective imperial impersonal inanimate incorporation indefinite indicative indirect infinitival
    infinitive inflection inflectional informal information inherent initial initialism inserted
    instruction instrumental intensifier intensifying interjection internal interrogative intransitive
    inversion inverted irony irregular item iterative jussive kinship knowledge labile language lexeme
    lexical lexicon light list literal loan loanword local location locative logical long main major
    manner mark marked marker marking masculine mass material matrix meaning measure measurement
    measuring mediopassive metaphor metaphorical metonymy metric middle minor modal modality
    modification modifier money month mood morpheme morphological morphology motion movement multi
    multiple multiword mutation name named narrative natural necessity negated negation negative
    neologism nested neuter nominal nominalization nominative nonfinite nonverbal normative noun number
    numeral numeric numerical object obligation oblique obviative onomatopoeia operator optative order
    ordinal organization orthography parallel paraphrase parenthesis parenthetical part participial
    participle particle partitive passive past path patient pattern paucal percentage perception perfect
    perfective perfectivity performative period periphrastic permission person personal phase phenomenon
    phone phonetic phrasal phrase pied piping place placeholder pleonastic pluperfect plural polar
    polarity polite politeness polysemy position possession possessive possessor possibility
    postposition potential pragmatic predicate predicative prefix prefixed preposition prepositional
    present presentational presupposition preterite privative prodrop progressive prohibitive pronominal
    pronoun pronunciation proper property proposition prosody proverb pseudo pseudogapping punctuation
    purpose quality quantification quantifier quantity question quotation quotative quote raising
    reading reciprocal reduplication reference referent reflexive register regular relation relational
    relative repetition reported request resolution restrictive result resultative resumptive rhetoric
    rhetorical right role root sarcasm scope scrambling secondary segmental selection semantic semantics
    semicolon sense sentence sentential separable separator sequence serial short sign signal simple
    singular slang sluicing small source spatial specific specificity speech spelling split spoken
    stance standard state stative stop stranded stranding stress stressed stripping strong structural
    structure subject subjunctive subordinate subordination subordinator substantive substitute
    substitution suffix superlative supine suppletion symbol synonym syntactic syntax tag target
    technical telic temperature temporal tense term terminology text thematic theme time title tone
    topic topicalization transfer transitional transitive transitivity translation transliteration
    truncation type umlaut unaccusative uncountable unergative unit unmarked unstressed usage valency
    variant variation verb verbal vocabulary vocative voice vowel weak weather week weight word wording
    world writing written year zero zeugma
    """.split()  # noqa: SIM905  (a thousand quotation marks would be no easier to read)
)
