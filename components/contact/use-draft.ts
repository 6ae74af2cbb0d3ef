import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type BrowserDraft, draftEntry, readDraft, writeDraft } from '@/lib/leads/browser/draft'
import { contactFields } from '@/lib/leads/fields'
import type { Contact, ContactInput } from '@/lib/leads/schema'

type ContactFormState = UseFormReturn<ContactInput, unknown, Contact>

/** Keeps what is typed through reloads and language switches of this tab, until it is sent. */
export function useDraft(form: ContactFormState) {
  useEffect(() => {
    function restore() {
      const draft = readDraft()
      for (const field of contactFields) {
        const value = draft[field]
        if (value) form.setValue(field, value)
      }
    }
    // What was typed before scripts came is newer than the draft.
    writeDraft({ ...readDraft(), ...readTyped(form) })
    restore()
    window.addEventListener(draftEntry, restore)
    return () => window.removeEventListener(draftEntry, restore)
  }, [form])

  useEffect(() => {
    const { unsubscribe } = form.watch(writeDraft)
    return unsubscribe
  }, [form])
}

function readTyped({ getValues, formState }: ContactFormState): BrowserDraft {
  const values = getValues()
  const typed = contactFields.filter((field) => values[field] && values[field] !== formState.defaultValues?.[field])
  return Object.fromEntries(typed.map((field) => [field, values[field]]))
}
