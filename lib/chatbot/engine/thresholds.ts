// What decides between an answer, a choice and a refusal. Tuned on questions outside the training data (npm run
// eval:chatbot). Likelihoods are between 0 and 1.

/** Below it the assistant refuses. */
export const minLikelihood = 0.25

/** By how much the best answer must be likelier than a refusal. */
export const minRefusalMargin = 0.05

/** Below it an entry that only the search knows may be better. */
export const confidentLikelihood = 0.85

/** Topics whose likelihood is more than this share of the best one's are offered with it. */
export const minRivalRatio = 0.8

export const maxSuggestions = 3

/** Messages of fewer words are classified as a whole only. */
export const minWordsToSplit = 8
