import { type RefObject, useEffect } from 'react'
import { type BrowserDraft, draftEntry, readDraft, writeDraft } from '@/lib/leads/browser/draft'
import { contactFields } from '@/lib/leads/fields'
import { inputOf } from './form-values'

/** Puts what was typed in this tab and not sent back into the form, after a reload or a change of language. */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    function restore() {
      const draft = readDraft()
      for (const field of contactFields) {
        const input = form.current && inputOf(form.current, field)
        const value = draft[field]
        if (input && value) input.value = value
      }
    }
    // What was typed before scripts came is newer than the draft.
    if (form.current) writeDraft({ ...readDraft(), ...readTyped(form.current) })
    restore()
    window.addEventListener(draftEntry, restore)
    return () => window.removeEventListener(draftEntry, restore)
  }, [form])
}

function readTyped(form: HTMLFormElement): BrowserDraft {
  const inputs = contactFields.flatMap((field) => inputOf(form, field) ?? [])
  const typed = inputs.filter(({ value, defaultValue }) => value && value !== defaultValue)
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]))
}
