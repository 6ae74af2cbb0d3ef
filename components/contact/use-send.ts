import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { SubmitHandler, UseFormReturn } from 'react-hook-form'
import { randomId } from '@/lib/browser/random-id'
import { readSession, writeSession } from '@/lib/browser/session'
import { writeDraft } from '@/lib/leads/browser/draft'
import { fetchToken, type SendOutcome, sendContact } from '@/lib/leads/browser/submit'
import type { ContactField } from '@/lib/leads/fields'
import type { Draft } from '@/lib/leads/form-drafts'
import type { Contact, ContactInput } from '@/lib/leads/schema'

/** Under this name the tab remembers which key the last attempt had, so that sending it again stores it once. */
const attemptEntry = 'contact-attempt'

export type Outcome = Exclude<SendOutcome, { kind: 'fields' }>

/** Sends the form; `attempts` counts what did not get through, so that the summary can take the focus each time. */
export function useSend(form: UseFormReturn<ContactInput, unknown, Contact>, draft?: Draft) {
  const [outcome, setOutcome] = useState<Outcome | undefined>(() => failureOf(draft))
  const [attempts, setAttempts] = useState(draft?.fields ? 1 : 0)
  const token = useRef<string>(undefined)
  const sending = useRef(false)

  // The token only helps to recognise machines: a message is sent with it if it is there, and never waits for it.
  useEffect(() => {
    fetchToken().then((issued) => {
      token.current = issued
    })
  }, [])

  const refused = () => setAttempts((count) => count + 1)

  const send: SubmitHandler<Contact> = async (contact) => {
    setOutcome(undefined)
    const result = await sendContact(contact, keyFor(contact), token.current)
    if (result.kind === 'fields') {
      for (const [field, [code]] of Object.entries(result.fields))
        form.setError(field as ContactField, { message: code })
      return refused()
    }
    setOutcome(result)
    if (result.kind !== 'sent') return
    writeSession(attemptEntry, undefined)
    form.reset()
    // Before the receipt is shown: a page that is left at once would bring back what was sent.
    writeDraft({})
  }

  // The second click of a double click sends nothing.
  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    const handle = form.handleSubmit(send, refused)
    await handle(event).finally(() => {
      sending.current = false
    })
  }

  return { outcome, attempts, submit }
}

function failureOf(draft?: Draft): Outcome | undefined {
  if (!draft?.code) return undefined
  return { kind: 'failed', code: draft.code, retryAfterSeconds: draft.retryAfterSeconds ?? 0 }
}

// One key a message: the same text sent again, after a failure or a reload, has the same key; a changed text a new one.
// Sent unchecked it still has the blanks around it that the validation takes away.
function keyFor(contact: Contact): string {
  const text = JSON.stringify(contact, (_, value) => (typeof value === 'string' ? value.trim() : value))
  const [key, sent] = readSession(attemptEntry, isAttempt) ?? []
  if (key && sent === text) return key
  const fresh = randomId()
  writeSession(attemptEntry, [fresh, text])
  return fresh
}

function isAttempt(value: unknown): value is [key: string, text: string] {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [key, text] = value
  return typeof key === 'string' && /^[\w-]{16,128}$/.test(key) && typeof text === 'string'
}
