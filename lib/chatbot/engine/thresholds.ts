// What decides between an answer, a choice and a refusal (npm run eval:assistant shows what a change does).
// Likelihoods are between 0 and 1.

/** Below it a topic is too weak to answer with: the assistant offers questions instead. */
export const minLikelihood = 0.2

/** The same for words that say little, such as "once" or "who are you". */
export const minWithoutContent = 0.75

/** A part of a message that asks for something of its own. */
export const minPartLikelihood = 0.45

/** Facts worth offering as a question, and, after a complaint, instead of the answer. */
export const minSuggestion = 0.04
export const minAlternative = 0.005

export const maxSuggestions = 3
export const maxFacts = 4

/** Messages of fewer words are ranked as a whole only; clauses of fewer words not by themselves. */
export const minWordsToSplit = 8
export const minClauseWords = 3

/** In a message of so many words a clause this clear decides alone. */
export const longMessage = 18
export const clearLikelihood = 0.6

/** In a follow-up: how much a fact of the subject before, of any other, and the fact that was just told count. */
export const earlierSubjectShare = 0.6
export const otherSubjectShare = 0.25
export const repeatedShare = 0.05

/** The intents together outweigh a fact from this share of its likelihood on. */
export const refusalRatio = 0.7

/** Intents that need a clear sign. */
export const minIntentLikelihood: Partial<Record<string, number>> = {
  'intent.distress': 0.7,
  'intent.abuse': 0.5,
  'intent.distrust': 0.3,
  'intent.notWhatIAsked': 0.35,
}

/** A competitor has to be this clear where a word may be its name, and where none can be. */
export const minUnlistedCompetitor = 0.6
export const minUnnamedCompetitor = 0.95

/** In any other: how much the team counts, who may always be asked for. */
export const contactShare = 0.5

/** In a follow-up such as "when?": how much other subjects and the fact just told count. */
export const aspectShares = { other: 0.05, repeated: 0.02 }

/** An intent this likely is none of a follow-up. */
export const clearIntent = 0.7

/** In messages of more words a greeting has to be this clear. */
export const greetingWords = 5
export const minGreeting = 0.9

/** Beside "we are a bank" a question has to be this clear. */
export const minQuestionBesideIntroduction = 0.8

/** What seems to go on from before, and is this clear, stands by itself. */
export const clearAlone = 0.9

/** A message with so many of our own concepts is off topic only if this is clear. */
export const minDomainConcepts = 2
export const minOffTopicInDomain = 0.95

/** The reason of what was told is another fact only if this is clear. */
export const minReason = 0.6
