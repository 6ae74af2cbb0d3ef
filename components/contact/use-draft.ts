import { type RefObject, useEffect } from 'react'
import { isLocale, routing } from '@/lib/i18n/routing'
import { type BrowserDraft, draftEntry, readDraft, writeDraft } from '@/lib/leads/browser/draft'
import { type ContactField, contactFields, mapFields } from '@/lib/leads/fields'
import type { ContactInput } from '@/lib/leads/schema'

/** Puts what was typed in this tab and not sent back into the form, after a reload or a change of language. */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    function restore() {
      const draft = readDraft()
      for (const field of contactFields) {
        const input = form.current && inputOf(form.current, field)
        const value = draft[field]
        if (input && value) input.value = value
      }
    }
    // What was typed before scripts came is newer than the draft, which is newer than what came with the page.
    if (form.current)
      writeDraft({ ...readFields(form.current, 'sent'), ...readDraft(), ...readFields(form.current, 'typed') })
    restore()
    window.addEventListener(draftEntry, restore)
    return () => window.removeEventListener(draftEntry, restore)
  }, [form])
}

function readFields(form: HTMLFormElement, origin: 'sent' | 'typed'): BrowserDraft {
  const inputs = contactFields.flatMap((field) => inputOf(form, field) ?? [])
  const read = inputs.filter(({ value, defaultValue }) => value && (value === defaultValue) === (origin === 'sent'))
  return Object.fromEntries(read.map(({ name, value }) => [name, value]))
}

type Input = HTMLInputElement | HTMLTextAreaElement

function inputOf(form: HTMLFormElement, name: ContactField | 'language' | 'honeypot'): Input | undefined {
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
