import { isRecord, readSession, writeSession } from '@/lib/browser/session'
import { type ContactField, contactFields, leadFields } from '@/lib/leads/fields'

export type BrowserDraft = Partial<Record<ContactField, string>>

export const draftEntry = 'contact-draft'

// More than a visitor types: whatever wrote that, the form would be slow with it.
const maxCharacters = 50_000

export function readDraft(): BrowserDraft {
  const stored = readSession(draftEntry, isRecord) ?? {}
  const typed = contactFields.map((field) => [field, stored[field]]).filter(([, value]) => isTyped(value))
  return Object.fromEntries(typed)
}

function isTyped(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxCharacters
}

export function writeDraft(draft: BrowserDraft) {
  const typed = contactFields.filter((field) => draft[field]).map((field) => [field, draft[field]])
  writeSession(draftEntry, typed.length > 0 ? Object.fromEntries(typed) : undefined)
}

/** Adds text to the draft's message, as much as fits behind what was typed, and tells the form if it is on the page. */
export function addToDraft(text: string) {
  const draft = readDraft()
  const typed = draft.message ? `${draft.message}\n\n` : ''
  writeDraft({ ...draft, message: typed + text.slice(0, Math.max(0, leadFields.message.max - typed.length)) })
  window.dispatchEvent(new Event(draftEntry))
}

/**
 * Puts values into fields of the draft that are empty, or that still hold what was `filledBefore`, and tells the form if
 * it is on the page. Returns what it put there.
 */
export function fillDraft(values: BrowserDraft, filledBefore: BrowserDraft = {}): BrowserDraft {
  const draft = readDraft()
  const filled = missingFrom(draft, values, filledBefore)
  if (Object.keys(filled).length === 0) return filled
  writeDraft({ ...draft, ...filled })
  window.dispatchEvent(new Event(draftEntry))
  return filled
}

/** Those of the values that nothing typed stands in the way of, no longer than their fields take. */
export function missingFrom(draft: BrowserDraft, values: BrowserDraft, filledBefore: BrowserDraft = {}): BrowserDraft {
  const filled = contactFields.flatMap((field) => {
    const value = values[field]?.trim().slice(0, leadFields[field].max)
    const free = !draft[field] || draft[field] === filledBefore[field]
    return value && free && value !== draft[field] ? [[field, value]] : []
  })
  return Object.fromEntries(filled)
}
