import { problem } from '@/lib/http/error-response'
import { type ContactField, contactFields, errorCodesOf, leadFields, mapFields } from '@/lib/leads/fields'
import { paths } from '@/lib/routes'
import { validContact } from '../../../tests/support/contact'
import type { Answer, Group, PageState, Step } from './types'

const call = 'POST /api/contact'
const { language, honeypot, ...validFields } = validContact
const submit = { click: '.contact-form button[type=submit]' }

export const contact: Group = {
  title: 'Contact form',
  states: [
    form('required', 'Nothing filled in', errorKeys('required'), [submit]),
    form(
      'invalid',
      'An address and a number that are none',
      [...errorKeys('invalid_email'), ...errorKeys('invalid_phone')],
      [...fill({ email: 'amelie', phone: '12' }), submit],
    ),
    form('too-long', 'Too much in each field', errorKeys('too_long'), [
      ...fill(mapFields((field) => 'x'.repeat(leadFields[field].max + 1))),
      submit,
    ]),
    sent('sending', 'While it is sent', ['ContactForm.submitting'], { call, is: 'awaited' }),
    {
      ...sent('sent', 'Sent, with the reference', ['ContactForm.success', 'ContactForm.receiptBody']),
      stays: true,
    },
    failed('unavailable', 'The database is away', { call, with: () => problem('unavailable') }),
    failed('rate_limited', 'Too many messages', {
      call,
      with: () => problem('rate_limited', { retryAfterSeconds: 600 }),
    }),
    failed('offline', 'No connection', { call, is: 'lost' }),
    failed('too_large', 'The message is too large', { call, with: () => problem('too_large') }),
    failed('forbidden', 'Sent from another site', { call, with: () => problem('cross_site') }),
    failed('unexpected', 'A fault of the site', { call, with: () => problem('internal') }),
    form(
      'draft',
      'What was typed is restored',
      ['ContactForm.legend'],
      [{ store: 'contact-draft', value: { ...validContact } }],
    ),
    {
      id: 'contact-again',
      name: 'Without JavaScript: to be corrected, and what was typed is lost',
      path: `${paths.again}?draft=none&errors=${fieldsThatMayBe('required').map((field) => `${field}.required`)}`,
      shows: ['ContactForm.lost'],
    },
    {
      id: 'contact-received',
      name: 'Without JavaScript: sent',
      path: `${paths.received}?reference=0A1B2C3D`,
      shows: ['ContactForm.receiptTitle', 'ContactForm.another'],
    },
    {
      id: 'email-revealed',
      name: 'The email address, shown',
      path: paths.contact,
      steps: () => [{ click: '.contact-details .quiet-button' }],
      shows: ['EmailReveal.label'],
    },
    {
      id: 'email-page',
      name: 'The email address without JavaScript',
      path: paths.email,
      shows: ['EmailReveal.back'],
    },
  ],
}

function form(id: string, name: string, shows: string[], steps: Step[], answers?: Answer[]): PageState {
  return { id: `contact-${id}`, name, path: paths.contact, shows, steps: () => steps, answers }
}

function sent(id: string, name: string, shows: string[], ...answers: Answer[]): PageState {
  return form(id, name, shows, [...fill(validFields), submit], answers)
}

function failed(code: string, name: string, answer: Answer): PageState {
  const shows = [`ContactForm.problems.${code}`, 'ContactForm.error', 'ContactForm.retry']
  return sent(code.replace('_', '-'), name, shows, answer)
}

function fill(values: Record<string, string>): Step[] {
  return Object.entries(values).map(([field, value]) => ({ fill: `#contact-${field}`, with: value }))
}

function errorKeys(code: string): string[] {
  return fieldsThatMayBe(code).map((field) => `ContactForm.errors.${field}.${code}`)
}

function fieldsThatMayBe(code: string): ContactField[] {
  return contactFields.filter((field) => errorCodesOf(field).includes(code))
}
