import type { Resolver } from 'react-hook-form'
import { emptyFields } from '@/lib/leads/fields'
import type { Contact, ContactInput } from '@/lib/leads/schema'
import { within } from '@/lib/within'

// How long a message waits for its validation to load before it is sent unchecked.
const maxLoadMs = 3000

/** Fetches the validation, so that it is there when the form is sent. */
export function loadResolver() {
  // Without a connection the form is sent unchecked: the server validates the same, and a failed send says so.
  return import('./resolver').catch(() => undefined)
}

/** Validates with the schema of the API, which is loaded when the visitor begins with the form. */
export const lazyResolver: Resolver<ContactInput, unknown, Contact> = async (values, context, options) => {
  const loaded = await within(maxLoadMs, loadResolver())
  if (!loaded) return { values: { ...emptyFields, honeypot: '', ...values }, errors: {} }
  return loaded.resolver(values, context, options)
}
