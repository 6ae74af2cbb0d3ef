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
    // What was typed before scripts came is newer than the draft, which is newer than what came with the page.
    if (form.current)
      writeDraft({ ...readFields(form.current, 'sent'), ...readDraft(), ...readFields(form.current, 'typed') })
    restore()
    window.addEventListener(draftEntry, restore)
    return () => window.removeEventListener(draftEntry, restore)
  }, [form])
}

function readFields(form: HTMLFormElement, origin: 'sent' | 'typed'): BrowserDraft {
  const inputs = contactFields.flatMap((field) => inputOf(form, field) ?? [])
  const read = inputs.filter(({ value, defaultValue }) => value && (value === defaultValue) === (origin === 'sent'))
  return Object.fromEntries(read.map(({ name, value }) => [name, value]))
}
