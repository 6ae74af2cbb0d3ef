// The copy check's rules for texts, by the names that findings mention.
import { messageRules } from './message-rules'
import { checkRemnant } from './remnant-rules'
import type { TextRule } from './rule'
import { checkSpelling } from './spelling'
import { translationRules } from './translation-rules'
import { checkTwins } from './twin-rules'
import { wordingRules } from './wording-rules'

export const textRules: Record<string, TextRule> = {
  ...messageRules,
  ...translationRules,
  ...wordingRules,
  remnant: checkRemnant,
  twins: checkTwins,
  spelling: checkSpelling,
}

const { empty } = messageRules
const { numbers, glossary, verbatim } = translationRules
const { typography, forbidden } = wordingRules

/** The rules for texts in brand.json, which are not messages. */
export const factRules: Record<string, TextRule> = {
  empty,
  numbers,
  typography,
  glossary,
  verbatim,
  forbidden,
}
