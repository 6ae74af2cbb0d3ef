'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Field } from '@/components/ui/field'
import { Honeypot } from '@/components/ui/honeypot'
import type { Failure } from '@/lib/browser/request-json'
import type { RefusedInput } from '@/lib/http/refused-input-store'
import type { Locale } from '@/lib/i18n/routing'
import {
  type ContactField,
  contactDefinitionOf,
  contactFields,
  emptyFields,
  referenceOf,
} from '@/lib/leads/contact-fields'
import type { ContactMessages } from './contact-messages'
import {
  type Codes,
  type ContactOutcome,
  loadValidation,
  useContactForm,
} from './use-contact-form'

// Avoids type="email", because browsers then refuse non-ASCII letters before
// the @, which mail servers accept (RFC 6531).
const inputs = {
  email: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel' },
  line: {},
  text: {},
} as const

type Props = {
  messages: ContactMessages
  privacy: ReactNode
  meeting: ReactNode
  language: Locale
  hasContext: boolean
  refused?: RefusedInput
}

export function ContactFormFields({
  messages,
  privacy,
  meeting,
  language,
  hasContext,
  refused,
}: Props) {
  const values = { ...emptyFields, ...refused?.values }
  const form = useRef<HTMLFormElement>(null)
  const { codes, outcome, attempts, isSending, submit, change } =
    useContactForm(form, { refused, hasContext })

  // Turns off the browser's own validation once the page is interactive. Until
  // then, it reports missing fields.
  useEffect(() => {
    if (form.current) form.current.noValidate = true
  }, [])

  const field = (name: ContactField) => {
    const { kind, autoComplete, rows, required, placeholder } =
      contactDefinitionOf(name)
    return {
      name,
      autoComplete,
      rows,
      required,
      ...inputs[kind],
      id: `contact-${name}`,
      placeholder: placeholder && messages[placeholder],
      label: messages.labels[name],
      defaultValue: values[name],
      error:
        codes[name] && (messages.errors[name][codes[name]] ?? messages.error),
    }
  }

  return (
    <form
      ref={form}
      method="post"
      action="/api/contact"
      onSubmit={submit}
      onChange={change}
      onFocus={loadValidation}
    >
      {/* Puts the language first, because only the beginning of an oversized
          form is read. */}
      <input type="hidden" name="language" defaultValue={language} />
      <ErrorSummary messages={messages} codes={codes} attempts={attempts} />
      <p className="hint">{messages.requiredHint}</p>
      {contactFields.map((name) => (
        <Field key={name} {...field(name)} />
      ))}
      <Honeypot label={messages.honeypot} />
      <p className="hint">{privacy}</p>
      <button type="submit" className="button" disabled={isSending}>
        {isSending ? messages.submitting : messages.submit}
      </button>
      <FormOutcome messages={messages} outcome={outcome} meeting={meeting} />
    </form>
  )
}

const successVisibleMs = 5000

/**
 * Shows the outcome of sending: a receipt, or what went wrong and how to retry.
 * It takes the focus, which also scrolls it into view (WCAG 2.4.3). It is not a
 * live region, because it would then be read twice.
 */
function FormOutcome({
  messages,
  outcome,
  meeting,
}: Pick<Props, 'messages' | 'meeting'> & { outcome?: ContactOutcome }) {
  const result = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (outcome) result.current?.focus()
  }, [outcome])

  return (
    <section
      className="form-outcome"
      aria-labelledby="outcome-title"
      aria-describedby="outcome-text"
      tabIndex={-1}
      ref={result}
    >
      {outcome?.kind === 'sent' && (
        <Receipt key={outcome.id} messages={messages} id={outcome.id}>
          {meeting}
        </Receipt>
      )}
      {outcome?.kind === 'failed' && (
        <div className="outcome outcome-bad">
          <p id="outcome-title">{messages.error}</p>
          <p id="outcome-text">{describeFailure(messages, outcome)}</p>
          <button type="submit" className="quiet-button">
            {messages.retry}
          </button>
        </div>
      )}
    </section>
  )
}

function describeFailure(
  messages: ContactMessages,
  { code, retryAfterSeconds }: Failure,
): string {
  const wait =
    code === 'rate_limited' &&
    messages.waits.find(({ minutes }) => minutes * 60 >= retryAfterSeconds)
  return wait ? wait.sentence : (messages.problems[code] ?? messages.unexpected)
}

/**
 * Shows that the message was sent. The success message disappears after 5 s,
 * and the reference and the next steps remain.
 */
function Receipt({
  messages,
  id,
  children,
}: {
  messages: ContactMessages
  id: string
  children: ReactNode
}) {
  const [isThanking, setThanking] = useState(true)

  useEffect(() => {
    const timer = setTimeout(() => setThanking(false), successVisibleMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="outcome outcome-good">
      <p id="outcome-title">
        {isThanking ? messages.success : messages.receiptTitle}
      </p>
      <p id="outcome-text">
        {messages.receiptBody.replace('{reference}', referenceOf(id))}
      </p>
      {children}
    </div>
  )
}

/**
 * Lists the errors with links to their fields. Takes the focus whenever
 * `attempts`, the number of rejected submissions, grows.
 */
function ErrorSummary(props: {
  messages: ContactMessages
  codes: Codes
  attempts: number
}) {
  const { messages, codes, attempts } = props
  const summary = useRef<HTMLDivElement>(null)
  const wrong = contactFields.filter((field) => codes[field])

  useEffect(() => {
    if (attempts > 0) summary.current?.focus()
  }, [attempts])

  if (wrong.length === 0) return null
  return (
    <section
      className="summary"
      tabIndex={-1}
      ref={summary}
      aria-labelledby="summary-title"
      aria-describedby="summary-list"
    >
      <h3 id="summary-title">{messages.summaryTitles[wrong.length - 1]}</h3>
      <ul id="summary-list">
        {wrong.map((field) => (
          <li key={field}>
            <a href={`#contact-${field}`}>
              {messages.errors[field][codes[field] ?? ''] ?? messages.error}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
