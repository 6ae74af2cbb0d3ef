import {
  type ChangeEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { randomId, readSession, writeSession } from '@/lib/browser/session'
import type { RefusedInput } from '@/lib/http/refused-input-store'
import { isLocale, routing } from '@/lib/i18n/routing'
import {
  contextOfVisit,
  fetchToken,
  readUnsentForm,
  type SendOutcome,
  sendContact,
  writeUnsentForm,
} from '@/lib/leads/browser/contact-api'
import { type ContactField, contactFields } from '@/lib/leads/contact-fields'
import type { ContactInput, contactSchema } from '@/lib/leads/schema'
import { mapValues, recordOf } from '@/lib/text'
import { resolveWithin } from '@/lib/time-limit'

export type ContactOutcome = Exclude<SendOutcome, { kind: 'fields' }>

export type Codes = Partial<Record<ContactField, string>>

type Options = { refused?: RefusedInput; hasContext: boolean }

export function useContactForm(
  form: RefObject<HTMLFormElement | null>,
  { refused, hasContext }: Options,
) {
  const [codes, setCodes] = useState<Codes>(() => firstCodes(refused?.fields))
  const [outcome, setOutcome] = useState<ContactOutcome | undefined>(() =>
    failureOf(refused),
  )
  const [attempts, setAttempts] = useState(refused?.fields ? 1 : 0)
  const [isSending, setIsSending] = useState(false)
  const sending = useRef(false)
  const token = useToken()
  const { schema, codesOf } = useValidation()

  useUnsentForm(form)

  function showErrors(wrong: Codes) {
    setCodes(wrong)
    setAttempts((count) => count + 1)
  }

  async function validateAndSend(form: HTMLFormElement) {
    setOutcome(undefined)
    schema.current ??= (await loadValidation())?.contactSchema
    const values = valuesOf(form)
    const wrong = codesOf(values)
    if (Object.keys(wrong).length > 0) return showErrors(wrong)
    setCodes({})

    const result = await send(values)
    if (result.kind === 'fields') return showErrors(firstCodes(result.fields))
    setOutcome(result)
    if (result.kind !== 'sent') return

    forgetMessage(form)
    if (refused) forgetRefused()
    schema.current = undefined
  }

  function send(values: Required<ContactInput>) {
    const contact = schema.current?.parse(values) ?? values
    return sendContact(contact, {
      idempotencyKey: keyFor(values),
      token: token.current,
      context: hasContext ? contextOfVisit() : undefined,
    })
  }

  /** Ignores the second click of a double click. */
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

  function change({
    target,
    currentTarget,
  }: ChangeEvent<HTMLFormElement, HTMLInputElement>) {
    const values = valuesOf(currentTarget)
    writeUnsentForm(values)
    const name = target.name as ContactField
    if (schema.current)
      setCodes((known) => ({ ...known, [name]: codesOf(values)[name] }))
  }

  return { codes, outcome, attempts, isSending, submit, change }
}

/**
 * Does not wait for the token, because it only helps to detect bots. Sends it
 * if it has arrived.
 */
function useToken() {
  const token = useRef<string>(undefined)
  useEffect(() => {
    fetchToken().then((issued) => {
      token.current = issued
    })
  }, [])
  return token
}

function useValidation() {
  // The schema to validate with, from the first attempt to send until the
  // message is sent.
  const schema = useRef<typeof contactSchema>(undefined)

  function codesOf(values: ContactInput): Codes {
    const issues = schema.current?.safeParse(values).error?.issues ?? []
    return Object.fromEntries(
      issues.toReversed().map(({ path, message }) => [path[0], message]),
    )
  }

  return { schema, codesOf }
}

// How long to wait for the validation to load before sending without it.
const maxLoadMs = 3000

/**
 * Fetches the validation code when the visitor starts the form, because it is
 * larger than the page's other scripts together. If it does not load, resolves
 * to undefined and the form is sent unchecked; the server runs the same
 * validation and reports errors.
 */
export function loadValidation() {
  return resolveWithin(
    maxLoadMs,
    import('@/lib/leads/schema').catch(() => undefined),
  )
}

function firstCodes(fields: RefusedInput['fields'] = {}): Codes {
  return mapValues(fields, ([code]) => code)
}

function failureOf({
  code,
  retryAfterSeconds = 0,
}: Partial<RefusedInput> = {}): ContactOutcome | undefined {
  return code ? { kind: 'failed', code, retryAfterSeconds } : undefined
}

/**
 * Session-storage entry for the last attempt's key, so that resending stores
 * the message once.
 */
const attemptEntry = 'contact-attempt'

/**
 * Returns the same key if the same message is sent again, after a failure or a
 * reload, and a new key for a changed message. Compares the form's input,
 * because a message that is sent unchecked has not been tidied.
 */
function keyFor(values: ContactInput): string {
  const text = JSON.stringify(values, (_, value) =>
    typeof value === 'string' ? value.trim() : value,
  )
  const [key, sent] = readSession(attemptEntry, isAttempt) ?? []
  if (key && sent === text) return key
  const fresh = randomId()
  writeSession(attemptEntry, [fresh, text])
  return fresh
}

function isAttempt(value: unknown): value is [key: string, text: string] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((part) => typeof part === 'string')
  )
}

function useUnsentForm(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    if (!form.current) return
    const unsent = readUnsentForm()
    for (const field of contactFields) {
      const input = inputOf(form.current, field)
      // Text typed before the scripts loaded takes precedence over the
      // stored form, and that over the values in the HTML.
      if (input && unsent[field] && input.value === input.defaultValue)
        input.value = unsent[field]
    }
    writeUnsentForm(valuesOf(form.current))
  }, [form])
}

/**
 * Runs before the receipt is shown, because a visitor who leaves right away
 * would otherwise find the sent message in the form again.
 */
function forgetMessage(form: HTMLFormElement) {
  writeSession(attemptEntry, undefined)
  writeUnsentForm({})
  clear(form)
}

/**
 * Removes the refused message from the address, because a reload would show it
 * again.
 */
function forgetRefused() {
  history.replaceState(null, '', location.pathname)
}

/**
 * Empties the fields itself, because `reset` would restore a refused message
 * that the HTML contains.
 */
function clear(form: HTMLFormElement) {
  for (const name of [...contactFields, 'honeypot'] as const) {
    const input = inputOf(form, name)
    if (input) input.value = ''
  }
}

type Input = HTMLInputElement | HTMLTextAreaElement

function inputOf(
  form: HTMLFormElement,
  name: ContactField | 'language' | 'honeypot',
): Input | undefined {
  return (form.elements.namedItem(name) as Input | null) ?? undefined
}

/**
 * Reads the form's values from its fields, which are uncontrolled, so that they
 * work before scripts load.
 */
function valuesOf(form: HTMLFormElement): Required<ContactInput> {
  const language = inputOf(form, 'language')?.value
  return {
    ...recordOf(contactFields, (name) => inputOf(form, name)?.value ?? ''),
    language: language && isLocale(language) ? language : routing.defaultLocale,
    honeypot: inputOf(form, 'honeypot')?.value ?? '',
  }
}
