'use client'

import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import type { Locale } from '@/lib/i18n/routing'
import { type ContactField, contactFields, definitionOf, emptyFields, mapFields } from '@/lib/leads/fields'
import type { Draft } from '@/lib/leads/form-drafts'
import type { Contact, ContactInput } from '@/lib/leads/schema'
import { ErrorSummary } from './error-summary'
import { FormOutcome } from './form-outcome'
import { lazyResolver, loadResolver } from './lazy-resolver'
import type { ContactMessages } from './messages'
import { useDraft } from './use-draft'
import { useSend } from './use-send'

type Props = { messages: ContactMessages; language: Locale; draft?: Draft }

export function ContactFormFields({ messages, language, draft }: Props) {
  const values = { ...emptyFields, ...draft?.values }
  const form = useForm<ContactInput, unknown, Contact>({
    resolver: lazyResolver,
    defaultValues: { ...values, language, honeypot: '' },
    // The summary takes the focus.
    shouldFocusError: false,
  })
  const [hydrated, setHydrated] = useState(false)
  const { outcome, attempts, submit } = useSend(form, draft)
  useDraft(form)
  const honeypot = useId()
  const { errors, isSubmitting } = form.formState
  // Before the page is interactive, the errors are those which the server found.
  const found = hydrated ? undefined : draft?.fields
  const codes = mapFields((name) => errors[name]?.message ?? found?.[name]?.[0])

  useEffect(() => setHydrated(true), [])

  useEffect(() => {
    for (const [field, [code]] of Object.entries(draft?.fields ?? {}))
      form.setError(field as ContactField, { message: code })
  }, [draft, form])

  const field = (name: ContactField) => {
    const { type, autoComplete, rows, required, placeholder } = definitionOf(name)
    return {
      ...form.register(name),
      ...{ type, autoComplete, rows, required },
      id: `contact-${name}`,
      placeholder: placeholder && messages[placeholder],
      label: messages.labels[name],
      defaultValue: values[name],
      error: codes[name] && (messages.errors[name][codes[name]] ?? messages.error),
    }
  }

  return (
    <form method="post" action="/api/contact" onSubmit={submit} noValidate={hydrated} onFocus={loadResolver}>
      <ErrorSummary messages={messages} codes={codes} attempts={attempts} />
      <p className="hint">{messages.requiredHint}</p>
      {contactFields.map((name) => (
        <Field key={name} {...field(name)} />
      ))}
      <div className="trap" aria-hidden="true">
        <label htmlFor={honeypot}>{messages.honeypot}</label>
        <input {...form.register('honeypot')} id={honeypot} tabIndex={-1} autoComplete="off" />
      </div>
      <input {...form.register('language')} type="hidden" defaultValue={language} />
      {draft && <input type="hidden" name="idempotency_key" value={draft.idempotencyKey} />}
      <p className="hint">{messages.privacy}</p>
      <button type="submit" className="button" disabled={isSubmitting}>
        {isSubmitting ? messages.submitting : messages.submit}
      </button>
      <FormOutcome messages={messages} outcome={outcome} />
    </form>
  )
}
