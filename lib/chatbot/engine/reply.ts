import { hasContactDetails, isContactDetails } from '@/lib/chatbot/contact-details'
import type { ContactRequest } from '@/lib/chatbot/contact-request'
import type { ChatAnswer, ChatRequest, Source } from '@/lib/chatbot/schema'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { site } from '@/lib/site'
import type { Intent } from './classify-intent'
import type { Entry } from './knowledge'
import { loadModels, type Model } from './model'
import { asksForContact, resolveIntent } from './resolve-intent'
import { pricesId } from './training-questions'

export type Reply = {
  answer: ChatAnswer
  entry?: string
  unanswered: boolean
  contactAsked: boolean
}

/** Answers from the site's catalogs, as Markdown. `previous` is the entry answered before, for "and silver?". */
export async function reply(message: string, locale: Locale, previous?: string): Promise<Reply> {
  const models = await loadModels()
  const told = compose(resolveIntent(message, models, locale, previous), models[locale])
  if (!asksForContact(message, locale)) return told
  return { ...told, answer: { ...told.answer, should_show_contact_form: true }, contactAsked: true }
}

export async function confirmContactRequest(
  said: Reply,
  recorded: ContactRequest | 'failed',
  { message, language }: ChatRequest,
): Promise<Reply> {
  if (recorded === 'updated') return said
  const model = (await loadModels())[language]
  const { contactRecorded, contactMissing, contactAdded, contactFailed } = model.words.answers
  const answer = { ...said.answer, should_show_contact_form: true }
  if (recorded === 'failed' || recorded === 'refused') {
    return { ...said, answer: { ...answer, response: paragraphs(answer.response, contactLink(contactFailed, model)) } }
  }
  const confirmation = recorded === 'details' ? contactAdded : contactRecorded
  if (isContactDetails(message)) return { ...said, answer: { ...answer, response: confirmation }, unanswered: false }
  const missing = hasContactDetails(message) ? '' : contactMissing
  return { ...said, answer: { ...answer, response: paragraphs(answer.response, `${confirmation} ${missing}`.trim()) } }
}

function paragraphs(...texts: string[]): string {
  return texts.join('\n\n')
}

function compose(intent: Intent, model: Model): Reply {
  const { answers } = model.words
  switch (intent.kind) {
    case 'small_talk':
      return says(answers[intent.topic], { showContact: intent.topic === 'who' })
    case 'suggest':
      return suggest(
        intent.ids.flatMap((id) => model.entries.get(id) ?? []),
        model,
      )
    case 'unknown':
      return { ...says(contactLink(answers.unknown, model), { showContact: true }), unanswered: true }
    case 'entry':
      return intent.id === pricesId ? quoteNoPrice(model) : tell(intent, model)
  }
}

function says(response: string, { showContact = false, sources = [] as Source[] } = {}): Reply {
  const answer = { response, redirect_to: null, lead_type: null, should_show_contact_form: showContact, sources }
  return { answer, unanswered: false, contactAsked: false }
}

function tell({ id, retail }: Extract<Intent, { kind: 'entry' }>, model: Model): Reply {
  const entry = model.entries.get(id)
  if (!entry) return compose({ kind: 'unknown' }, model)
  // A supposed private investor may still be an institution.
  const told = says(entry.markdown, { showContact: entry.invitesContact || retail, sources: [sourceOf(entry)] })
  const redirect = retail && site.shopUrl ? { redirect_to: addressOf(site.shopUrl), lead_type: 'retail' } : {}
  return { ...told, answer: { ...told.answer, ...redirect }, entry: id, contactAsked: id === 'Contact.team' }
}

function quoteNoPrice(model: Model): Reply {
  const { pricesUrl: url } = site
  if (!url) return { ...says(model.words.answers.prices, { showContact: true }), entry: pricesId }
  const told = says(model.words.answers.prices, {
    sources: [{ id: pricesId, title: model.words.pricesTitle, path: url }],
  })
  return { ...told, answer: { ...told.answer, redirect_to: addressOf(url), lead_type: 'other' }, entry: pricesId }
}

function suggest(entries: Entry[], model: Model): Reply {
  const questions = entries.map(({ title, path }) => `- [${title}](${path})`).join('\n')
  const sources = entries.map(sourceOf)
  return says(`${model.words.answers.suggest}\n\n${questions}`, { showContact: true, sources })
}

function contactLink(sentence: string, { locale, entries }: Model): string {
  const title = entries.get('Contact.team')?.title
  return title ? `${sentence}\n\n[${title}](${localizedPath(locale, paths.contact)})` : sentence
}

function sourceOf({ id, title, path }: Entry): Source {
  return { id, title, path }
}

function addressOf(url: string): string {
  const { host, pathname, search } = new URL(url)
  return host + pathname + search
}
