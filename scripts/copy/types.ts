/** `error` ends the command with 1, `warning` should be looked at, `note` is only worth knowing. */
export const levels = ['error', 'warning', 'note'] as const

export type Level = (typeof levels)[number]

/** What is wrong with a text, in plain words, and how to fix it. */
export type Finding = {
  level: Level
  rule: string
  locale: string
  file: string
  /** From 1, as editors count them. */
  line: number
  column: number
  key?: string
  text?: string
  problem: string
  fix: string
  /** The addresses of the pages that show the text, or other places where it goes. */
  pages: string[]
}

export type Place = { line: number; column: number }

/** A text of a catalog, its key as `Namespace.group.name`. */
export type Message = Place & { key: string; text: string }

export type Catalog = {
  locale: string
  file: string
  messages: Map<string, Message>
  /** Keys that hold other keys, with those in their order; '' is the whole catalog. */
  groups: Map<string, string[]>
}

/** A finding as a rule makes it: where the key stands and shows is added to it. */
export type RuleFinding = Pick<Finding, 'level' | 'problem' | 'fix'> & { catalog: Catalog; key: string; place?: Place }
