'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Field } from '@/components/ui/field'
import type { Locale } from '@/lib/i18n/routing'
import { type ContactField, contactFields, definitionOf, emptyFields } from '@/lib/leads/fields'
import type { Draft } from '@/lib/leads/form-post'
import { ErrorSummary, FormOutcome } from './form-outcome'
import type { ContactMessages } from './messages'
import { loadValidation, useContactForm } from './use-contact-form'

// Not type="email": browsers refuse letters outside ASCII before the @, which mail servers take (RFC 6531).
const inputs = {
  email: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel' },
  line: {},
  text: {},
} as const

type Props = { messages: ContactMessages; privacy: ReactNode; language: Locale; hasContext: boolean; draft?: Draft }

export function ContactFormFields({ messages, privacy, language, hasContext, draft }: Props) {
  const values = { ...emptyFields, ...draft?.values }
  const form = useRef<HTMLFormElement>(null)
  const { codes, outcome, attempts, isSending, submit, change } = useContactForm(form, { draft, hasContext })
  const honeypot = useId()

  // Until the page is interactive, the browser itself asks for what is missing.
  useEffect(() => {
    if (form.current) form.current.noValidate = true
  }, [])

  const field = (name: ContactField) => {
    const { kind, autoComplete, rows, required, placeholder } = definitionOf(name)
    return {
      ...{ name, autoComplete, rows, required },
      ...inputs[kind],
      id: `contact-${name}`,
      placeholder: placeholder && messages[placeholder],
      label: messages.labels[name],
      defaultValue: values[name],
      error: codes[name] && (messages.errors[name][codes[name]] ?? messages.error),
    }
  }

  return (
    <form ref={form} method="post" action="/api/contact" onSubmit={submit} onChange={change} onFocus={loadValidation}>
      <ErrorSummary messages={messages} codes={codes} attempts={attempts} />
      <p className="hint">{messages.requiredHint}</p>
      {contactFields.map((name) => (
        <Field key={name} {...field(name)} />
      ))}
      <div className="trap" aria-hidden="true">
        <label htmlFor={honeypot}>{messages.honeypot}</label>
        <input id={honeypot} name="honeypot" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="language" defaultValue={language} />
      {draft && <input type="hidden" name="idempotency_key" value={draft.idempotencyKey} />}
      <p className="hint">{privacy}</p>
      <button type="submit" className="button" disabled={isSending}>
        {isSending ? messages.submitting : messages.submit}
      </button>
      <FormOutcome messages={messages} outcome={outcome} />
    </form>
  )
}
