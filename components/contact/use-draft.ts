import { useCallback, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { readSession, writeSession } from '@/lib/browser/storage'
import { contactFields } from '@/lib/contact/fields'
import type { Contact, ContactInput } from '@/lib/contact/schema'

/** Under this name the tab keeps what was typed; other parts of the page may add to it and say so by an event. */
const draftEntry = 'contact-draft'

/** Keeps what is typed through reloads and language switches of this tab, until it is sent. */
export function useDraft(form: UseFormReturn<ContactInput, unknown, Contact>) {
  useEffect(() => {
    function restore() {
      const kept = readSession<Partial<Contact>>(draftEntry) ?? {}
      for (const field of contactFields) {
        const value = kept[field]
        if (typeof value === 'string' && value) form.setValue(field, value)
      }
    }
    restore()
    window.addEventListener(draftEntry, restore)
    return () => window.removeEventListener(draftEntry, restore)
  }, [form])

  useEffect(() => {
    const { unsubscribe } = form.watch((values) => {
      const typed = contactFields.filter((field) => values[field]).map((field) => [field, values[field]])
      writeSession(draftEntry, typed.length > 0 ? Object.fromEntries(typed) : undefined)
    })
    return unsubscribe
  }, [form])

  const clearDraft = useCallback(() => writeSession(draftEntry, undefined), [])
  return { clearDraft }
}
