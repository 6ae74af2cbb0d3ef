import { type DisclosingBrand, writeDisclosingBrand } from './disclosing-brand'
import type { Group, RenderedState } from './types'

const mailSettings = {
  SMTP_URL: 'smtp://localhost',
  LEADS_TO: 'sales@example.com',
  LEADS_FROM: 'site@example.com',
}

export const mails: Group = {
  title: 'Mails',
  states: [
    mail('form', 'To sales: a message of the contact form', 'formMail'),
    mail('chat', 'To sales: a request in the chat', 'chatMail'),
    mail('chat-update', 'To sales: an addition to a request in the chat', 'chatUpdateMail'),
    mail('digest', 'To sales: what came in a day', 'digestMail'),
    mail('acknowledgement', 'To the visitor: the message has come', 'acknowledgementMail'),
  ],
}

export const disclosures: Group = {
  title: 'What a brand discloses',
  states: [disclosing('all', 'Everything'), disclosing('others', 'Other hours, and no custodian of one’s own')],
}

export const documents: Group = {
  title: 'For search engines, programs and proxies',
  states: [
    { id: 'link-previews', name: 'Search results and link previews', rendered: 'linkPreviews', shows: [] },
    { id: 'feeds', name: 'Feeds of the reports', rendered: 'feeds', shows: [] },
    { id: 'llms', name: 'The text for language models', rendered: 'llms', shows: [] },
    { id: 'unavailable', name: 'While the server is stopped', rendered: 'unavailable', shows: [] },
    { id: 'global-error', name: 'When the whole site fails', rendered: 'globalError', shows: [] },
  ],
}

function mail(id: string, name: string, rendered: RenderedState['rendered']): RenderedState {
  return { id: `mail-${id}`, name, rendered, settings: () => mailSettings, shows: [] }
}

function disclosing(kind: DisclosingBrand, name: string): RenderedState {
  const settings = () => ({ BRAND: writeDisclosingBrand(kind) })
  return { id: `disclosures-${kind}`, name, rendered: 'disclosures', settings, shows: [] }
}
