import { contactLimits } from '@/lib/contact/fields'

const entry = 'contact-draft'

/** Adds text to the contact form's draft, which the form reads when it hears of it or when it is next shown. */
export function addToDraft(text: string) {
  try {
    const draft = JSON.parse(sessionStorage.getItem(entry) ?? '{}')
    const message = [draft.message, text].filter(Boolean).join('\n\n').slice(0, contactLimits.message)
    sessionStorage.setItem(entry, JSON.stringify({ ...draft, message }))
  } catch {
    return // storage is blocked: the visitor can still copy the conversation
  }
  window.dispatchEvent(new Event(entry))
}
