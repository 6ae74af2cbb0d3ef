import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { draftEntry, readDraft, writeDraft } from '@/lib/leads/browser/draft'
import { contactFields } from '@/lib/leads/fields'
import type { Contact, ContactInput } from '@/lib/leads/schema'

/** Keeps what is typed through reloads and language switches of this tab, until it is sent. */
export function useDraft(form: UseFormReturn<ContactInput, unknown, Contact>) {
  useEffect(() => {
    function restore() {
      const draft = readDraft()
      for (const field of contactFields) {
        const value = draft[field]
        if (value) form.setValue(field, value)
      }
    }
    restore()
    window.addEventListener(draftEntry, restore)
    return () => window.removeEventListener(draftEntry, restore)
  }, [form])

  useEffect(() => {
    const { unsubscribe } = form.watch(writeDraft)
    return unsubscribe
  }, [form])
}
