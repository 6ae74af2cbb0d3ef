import { contactFields, leadFields } from '@/lib/leads/fields'
import { type BrowserDraft, draftEntry, readDraft, writeDraft } from './draft'

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
