import { isLocale, routing } from '@/lib/i18n/routing'
import { type ContactField, mapFields } from '@/lib/leads/fields'
import type { ContactInput } from '@/lib/leads/schema'

type Input = HTMLInputElement | HTMLTextAreaElement

export function inputOf(form: HTMLFormElement, name: ContactField | 'language' | 'honeypot'): Input | undefined {
  return (form.elements.namedItem(name) as Input | null) ?? undefined
}

/** What stands in the form: its fields hold their values themselves, so that they work before scripts come. */
export function valuesOf(form: HTMLFormElement): Required<ContactInput> {
  const language = inputOf(form, 'language')?.value
  return {
    ...mapFields((name) => inputOf(form, name)?.value ?? ''),
    language: language && isLocale(language) ? language : routing.defaultLocale,
    honeypot: inputOf(form, 'honeypot')?.value ?? '',
  }
}
