export type Intent =
  | 'hello'
  | 'thanks'
  | 'bye'
  | 'help'
  | 'offTopic'
  | 'noAnswer'
  | 'competitor'
  | 'distrust'
  | 'notWhatIAsked'
  | 'distress'
  | 'abuse'
  | 'gibberish'
  | 'noReason'

/** A message as words: its sentences, and its clauses. */
export type Question = { sentences: string[][]; parts: string[][] }

/** What a message asks for. `others`: facts to offer as questions. */
export type Understanding =
  | { kind: 'facts'; ids: string[]; others: string[] }
  | { kind: 'source'; id: string; phrase: 'readHere' | 'noSimpler' }
  | { kind: 'intent'; intent: Intent; others: string[] }
  | { kind: 'unsure'; others: string[] }
