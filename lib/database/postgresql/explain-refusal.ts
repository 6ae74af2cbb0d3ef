import { DatabaseRefused } from '../migrations'

const explanations: [codes: RegExp, sentence: (name: string) => string][] = [
  [/^3D000$/, (name) => `There is no database ${name}: make it first, docs/operations.md says how.`],
  [/^28/, (name) => `The database ${name} refuses the user or password of its address.`],
  [/^42501$/, (name) => `The user may not make tables in the database ${name}: make it the database's owner.`],
  [/^53300$/, (name) => `The database ${name} has too many connections: raise its max_connections.`],
  [/^(ENOTFOUND|EAI_AGAIN)$/, (name) => `The host of the database ${name} is not known.`],
]

/** What the driver says, as one sentence for the operator where it is about the connection. */
export function explainRefusal(cause: Error & { code?: string; severity?: string }, name: string): Error {
  if (cause instanceof DatabaseRefused) return cause
  const { code = '', severity } = cause
  const [, sentence] = explanations.find(([codes]) => codes.test(code)) ?? []
  if (sentence) return new DatabaseRefused(sentence(name), { cause })
  // The server gives each of its errors a severity; what has none is about reaching it.
  if (severity) return cause
  return new DatabaseRefused(`The database ${name} does not answer (${code || cause.message}): is it running?`, {
    cause,
  })
}
