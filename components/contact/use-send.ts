import { type ChangeEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { randomId, readSession, writeSession } from '@/lib/browser/session'
import { writeDraft } from '@/lib/leads/browser/draft'
import { fetchToken, type SendOutcome, sendContact } from '@/lib/leads/browser/submit'
import { contextOfVisit } from '@/lib/leads/browser/visit'
import { type ContactField, mapFields } from '@/lib/leads/fields'
import type { Draft } from '@/lib/leads/form-post'
import type { Contact } from '@/lib/leads/schema'
import { within } from '@/lib/time-limit'
import { valuesOf } from './use-draft'
import type { createValidatedForm } from './validated-form'

/** Under this name the tab remembers which key the last attempt had, so that sending it again stores it once. */
const attemptEntry = 'contact-attempt'

export type Outcome = Exclude<SendOutcome, { kind: 'fields' }>

/** What is wrong with each field, if anything is. */
export type Codes = Partial<Record<ContactField, string>>

type Sending = {
  draft?: Draft
  /** Whether what is known of the visit goes with the message. */
  hasContext: boolean
}

/** Sends the form; `attempts` counts what did not get through, so that the summary can take the focus each time. */
export function useSend(form: RefObject<HTMLFormElement | null>, { draft, hasContext }: Sending) {
  const [codes, setCodes] = useState<Codes>(() => firstCodes(draft?.fields))
  const [outcome, setOutcome] = useState<Outcome | undefined>(() => failureOf(draft))
  const [attempts, setAttempts] = useState(draft?.fields ? 1 : 0)
  const [isSending, setIsSending] = useState(false)
  const token = useRef<string>(undefined)
  const sending = useRef(false)
  // From the first attempt to send a message until it is sent.
  const validated = useRef<ReturnType<typeof createValidatedForm>>(undefined)

  // The token only helps to recognise machines: a message is sent with it if it is there, and never waits for it.
  useEffect(() => {
    fetchToken().then((issued) => {
      token.current = issued
    })
  }, [])

  const refused = () => setAttempts((count) => count + 1)

  async function send(contact: Contact) {
    setOutcome(undefined)
    const context = hasContext ? contextOfVisit() : undefined
    const result = await sendContact(contact, { idempotencyKey: keyFor(contact), token: token.current, context })
    if (result.kind === 'fields') {
      const found = firstCodes(result.fields)
      for (const [field, message] of Object.entries(found))
        validated.current?.setError(field as ContactField, { message })
      setCodes(found)
      return refused()
    }
    setOutcome(result)
    if (result.kind !== 'sent') return
    writeSession(attemptEntry, undefined)
    // Before the receipt is shown: a page that is left at once would bring back what was sent.
    writeDraft({})
    form.current?.reset()
    validated.current = undefined
  }

  async function validateAndSend(form: HTMLFormElement) {
    validated.current ??= await startValidation(form)
    if (validated.current) {
      validated.current.setValues(valuesOf(form))
      return validated.current.handleSubmit(send, refused)()
    }
    setCodes({})
    return send(valuesOf(form))
  }

  async function startValidation(form: HTMLFormElement) {
    const loaded = await loadValidation()
    const control = loaded?.createValidatedForm(valuesOf(form))
    control?.subscribe({
      formState: { errors: true },
      callback: ({ errors = {} }) => setCodes(mapFields((name) => errors[name]?.message)),
    })
    return control
  }

  // The second click of a double click sends nothing.
  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    setIsSending(true)
    await validateAndSend(event.currentTarget).finally(() => {
      sending.current = false
      setIsSending(false)
    })
  }

  function change({ target, currentTarget }: ChangeEvent<HTMLFormElement, HTMLInputElement>) {
    writeDraft(valuesOf(currentTarget))
    validated.current?.setValue(target.name as ContactField, target.value, { shouldValidate: true })
  }

  return { codes, outcome, attempts, isSending, submit, change }
}

function firstCodes(fields: Draft['fields'] = {}): Codes {
  return Object.fromEntries(Object.entries(fields).map(([field, [code]]) => [field, code]))
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

// How long a message waits for its validation to load before it is sent unchecked.
const maxLoadMs = 3000

/**
 * Fetches the validation, more than all other scripts of the page's own, when the visitor begins with the form; undefined
 * when it does not come. The form is then sent unchecked: the server validates the same, and a failed send says so.
 */
export function loadValidation() {
  return within(
    maxLoadMs,
    import('./validated-form').catch(() => undefined),
  )
}
