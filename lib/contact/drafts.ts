import { randomBytes } from 'node:crypto'
import type { FieldProblems } from '@/lib/http/problem'
import type { ContactField } from './fields'

/** A submission that a visitor without JavaScript has to correct or send again. */
export type Draft = {
  values: Partial<Record<ContactField, string>>
  idempotencyKey: string
  fields?: FieldProblems
  code?: string
  retryAfterSeconds?: number
}

const keptMs = 15 * 60 * 1000
const most = 500

type Kept = { draft: Draft; until: number }

// Route handlers and pages are bundled apart but run in one process: this is what they share. Memory only, so that
// what was typed is neither in an address nor on a disk.
const holder = globalThis as { contactDrafts?: Map<string, Kept> }
holder.contactDrafts ??= new Map()
const drafts = holder.contactDrafts

/** Keeps a draft for 15 minutes and returns the random name it is found by. */
export function keepDraft(draft: Draft): string {
  for (const [id, { until }] of drafts) {
    if (until < Date.now() || drafts.size >= most) drafts.delete(id)
  }
  const id = randomBytes(16).toString('hex')
  drafts.set(id, { draft, until: Date.now() + keptMs })
  return id
}

/** The draft of this name, or undefined when there is none any more. */
export function findDraft(id: unknown): Draft | undefined {
  const kept = typeof id === 'string' ? drafts.get(id) : undefined
  return kept && kept.until >= Date.now() ? kept.draft : undefined
}
