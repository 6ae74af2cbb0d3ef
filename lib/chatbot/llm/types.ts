import type { Locale } from '@/lib/i18n/routing'

/** A statement of the site: `id` such as `token.unit`, `question` that it answers, `text` in Markdown, `path` of its page. */
export type ModelFact = { id: string; question: string; text: string; path: string }

export type ModelTurn = { role: 'user' | 'assistant'; content: string }

export type ModelRequest = { question: string; language: Locale; facts: ModelFact[]; turns: ModelTurn[] }

/** `text` without the marks of citations; `facts` are the ids that it cites, in order. */
export type ModelAnswer = { text: string; facts: string[] }

export type ModelProblem = 'off' | 'budget' | 'open' | 'timeout' | 'unavailable' | 'rejected'
