/** `error` makes the command exit with 1, `warning` should be looked at, `note` is only information. */
export const levels = ['error', 'warning', 'note'] as const

export type Level = (typeof levels)[number]

export type Finding = {
  level: Level
  rule: string
  locale: string
  file: string
  line: number
  column: number
  key?: string
  text?: string
  problem: string
  fix: string
  pages: string[]
}

export type Place = { line: number; column: number }

export type Message = Place & { key: string; text: string }

export type Catalog = {
  locale: string
  file: string
  messages: Map<string, Message>
  /** Groups with the order of their keys; '' is the whole catalog. */
  groups: Map<string, string[]>
}

export type RuleFinding = Pick<Finding, 'level' | 'problem' | 'fix'> & { catalog: Catalog; key: string; place?: Place }
