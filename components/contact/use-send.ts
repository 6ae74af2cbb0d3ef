import { useEffect, useRef, useState } from 'react'
import type { SubmitHandler, UseFormReturn } from 'react-hook-form'
import { readSession, writeSession } from '@/lib/browser/storage'
import type { Draft } from '@/lib/contact/drafts'
import type { ContactField } from '@/lib/contact/fields'
import type { Contact, ContactInput } from '@/lib/contact/schema'
import { fetchToken, type SendOutcome, sendContact } from '@/lib/contact/send'

/** Under this name the tab remembers which key the last attempt had, so that sending it again stores it once. */
const attemptEntry = 'contact-attempt'

export type Outcome = Exclude<SendOutcome, { kind: 'fields' }>

/** Sends the form; `attempts` counts what did not get through, so that the summary can take the focus each time. */
export function useSend(form: UseFormReturn<ContactInput, unknown, Contact>, draft?: Draft) {
  const [outcome, setOutcome] = useState<Outcome | undefined>(() => failureOf(draft))
  const [attempts, setAttempts] = useState(draft?.fields ? 1 : 0)
  const token = useRef<Promise<string | undefined>>(undefined)

  useEffect(() => {
    token.current = fetchToken()
  }, [])

  const refused = () => setAttempts((count) => count + 1)

  const submit: SubmitHandler<Contact> = async (contact) => {
    setOutcome(undefined)
    const result = await sendContact(contact, keyFor(contact), await token.current)
    if (result.kind === 'fields') {
      for (const [field, [code]] of Object.entries(result.fields))
        form.setError(field as ContactField, { message: code })
      return refused()
    }
    setOutcome(result)
    if (result.kind !== 'sent') return
    writeSession(attemptEntry, undefined)
    form.reset()
  }

  return { outcome, attempts, send: Object.assign(submit, { refused }) }
}

function failureOf(draft?: Draft): Outcome | undefined {
  if (!draft?.code) return undefined
  return { kind: 'failed', code: draft.code, retryAfterSeconds: draft.retryAfterSeconds ?? 0 }
}

// One key a message: the same text sent again, after a failure or a reload, has the same key; a changed text a new one.
function keyFor(contact: Contact): string {
  const body = JSON.stringify(contact)
  const [key, sent] = readSession<[string, string]>(attemptEntry) ?? []
  if (key && sent === body) return key
  const fresh = crypto.randomUUID()
  writeSession(attemptEntry, [fresh, body])
  return fresh
}
