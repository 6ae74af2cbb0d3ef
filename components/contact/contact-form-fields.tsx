'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { type SubmitHandler, useForm } from 'react-hook-form'
import { type Contact, type ContactField, contactSchema } from '@/lib/contact/schema'
import { sendContact } from '@/lib/contact/send'
import { Field } from './field'
import { FormOutcome, type Outcome } from './form-outcome'

const successVisibleMs = 5000

const empty = { name: '', email: '', company: '', phone: '', message: '', honeypot: '' }

export function ContactFormFields() {
  const t = useTranslations('ContactForm')
  const locale = useLocale()
  const [outcome, setOutcome] = useState<Outcome>()
  const [hydrated, setHydrated] = useState(false)
  const idempotencyKey = useRef<string>(undefined)
  const form = useForm({ resolver: zodResolver(contactSchema), defaultValues: { ...empty, language: locale } })
  const { errors, isSubmitting } = form.formState
  const honeypot = useId()

  useEffect(() => setHydrated(true), [])

  useEffect(() => {
    if (outcome?.kind !== 'sent') return
    const timer = setTimeout(() => setOutcome(undefined), successVisibleMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const send: SubmitHandler<Contact> = async (contact) => {
    // One key a message: sending the same message again, after a failure, cannot store it twice.
    idempotencyKey.current ??= crypto.randomUUID()
    setOutcome(undefined)
    const result = await sendContact(contact, idempotencyKey.current)
    if (result.kind === 'fields') {
      for (const [field, [code]] of Object.entries(result.fields))
        form.setError(field as ContactField, { message: code })
      return
    }
    setOutcome(result)
    if (result.kind !== 'sent') return
    idempotencyKey.current = undefined
    form.reset()
  }

  const field = (name: ContactField) => ({ ...form.register(name), name, code: errors[name]?.message })

  return (
    <form method="post" action="/api/contact" onSubmit={form.handleSubmit(send)} noValidate={hydrated}>
      <p className="hint">{t('requiredHint')}</p>
      <Field {...field('name')} label={t('name')} autoComplete="name" />
      <Field {...field('email')} label={t('email')} type="email" autoComplete="email" />
      <Field {...field('company')} label={t('company')} autoComplete="organization" />
      <Field {...field('phone')} label={t('phone')} type="tel" autoComplete="tel" />
      <Field {...field('message')} label={t('message')} rows={6} placeholder={t('messagePlaceholder')} />
      <div className="trap" aria-hidden="true">
        <label htmlFor={honeypot}>{t('honeypot')}</label>
        <input {...form.register('honeypot')} id={honeypot} tabIndex={-1} autoComplete="off" />
      </div>
      <input {...form.register('language')} type="hidden" />
      <p className="hint">{t('privacy')}</p>
      <button type="submit" className="button" disabled={isSubmitting}>
        {isSubmitting ? t('submitting') : t('submit')}
      </button>
      <FormOutcome outcome={outcome} />
    </form>
  )
}
