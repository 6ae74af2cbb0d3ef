import { wordsOf } from './classifier/words'
import tables from './fact-tables.json'
import type { Fact } from './facts'
import { type ReplyContext, stemsIn } from './repetition'

// Questions with these words cannot, or cannot safely, be answered with yes.
const wordsAgainstYes = new Set(
  wordsOf(
    'how what when where who whom which why not no only without isn aren don comment quand où qui quel quelle quels quelles pourquoi combien que ne pas sans seulement cómo cuándo dónde quién cuál cuáles cuánto cuánta cuántos sin solo nunca',
  ),
)

/**
 * Whether a question only asks for confirmation of a fact, in the fact's own
 * words.
 */
export function isAffirmed(
  { id, question, text }: Fact,
  { message, knowledge }: ReplyContext,
): boolean {
  if (!tables.affirmed.includes(id) || !message.includes('?')) return false
  const factStems = new Set(stemsIn(`${question} ${text}`, knowledge))
  const asked = stemsIn(message, knowledge)
  return (
    asked.length > 0 &&
    asked.every((stem) => factStems.has(stem)) &&
    !wordsOf(message).some((word) => wordsAgainstYes.has(word))
  )
}
