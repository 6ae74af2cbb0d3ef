import { getDatabase } from '@/lib/database/client'
import { escapeHtml } from '@/lib/escape-html'
import type { Locale } from '@/lib/i18n/routing'
import { sendAcknowledgement } from '@/lib/leads/delivery/acknowledgement-mail'
import { sendMail } from '@/lib/leads/delivery/sales-mail'
import { type DueLead, leadColumns } from '@/lib/leads/delivery/store'
import { mailDigest } from '@/lib/leads/digest/mail'
import { mailTransport } from '@/lib/mail/transport'
import { sampleLeads } from '../sample-leads'
import type { RenderedPage } from './page'

type Mail = { subject: string; text: string; html?: string }

const dayMs = 24 * 60 * 60_000

/** What sales get of a message, in the language of the page. */
export function formMail(): Promise<RenderedPage> {
  return show(async () => sendMail(await sampleLead({ requeuedAt: new Date() })))
}

export function chatMail(): Promise<RenderedPage> {
  return show(async () => sendMail(await sampleLead({ source: 'chat' })))
}

export function chatUpdateMail(): Promise<RenderedPage> {
  return show(async () => sendMail(await sampleLead({ source: 'chat', wasDelivered: true })))
}

/** What the visitor gets. */
export function acknowledgementMail(language: Locale): Promise<RenderedPage> {
  return show(async () => sendAcknowledgement(await sampleLead({ language })))
}

/** What sales get once a day. */
export function digestMail(): Promise<RenderedPage> {
  const now = new Date()
  const span = { coversFrom: new Date(now.getTime() - dayMs), coversUntil: new Date(now.getTime() + dayMs) }
  const due = { id: 'sample', since: now, attempts: 0, nextAt: now, ...span }
  return show(() => mailDigest(due, new AbortController().signal))
}

async function sampleLead(given: Partial<DueLead>): Promise<DueLead> {
  const database = await getDatabase()
  const lead = await database.lead.findUniqueOrThrow({ where: { id: sampleLeads.eventful }, select: leadColumns })
  const due = { requeuedAt: null, wasDelivered: false, since: lead.receivedAt, attempts: 0, nextAt: lead.receivedAt }
  return { ...lead, ...due, ...given }
}

// The mail is taken where it would be handed to the mail server.
async function show(send: () => Promise<void>): Promise<RenderedPage> {
  const mails: Mail[] = []
  Object.assign(mailTransport(), { sendMail: async (mail: Mail) => mails.push(mail) })
  await send()
  const [mail] = mails
  if (!mail) throw new Error('There is no mail.')
  const { subject, text, html } = mail
  return {
    title: 'A mail',
    parts: [
      { title: 'Subject', html: `<p>${escapeHtml(subject)}</p>` },
      ...(html ? [{ title: 'As most programs show it', html: bodyOf(html) }] : []),
      { title: 'As plain text', html: `<pre>${escapeHtml(text)}</pre>` },
    ],
  }
}

// Its title is the subject.
function bodyOf(html: string): string {
  const style = html.match(/<style>.*?<\/style>/s)?.[0] ?? ''
  const body = html.match(/<body(.*)<\/body>/s)?.[1] ?? ''
  return `${style}<div${body}</div>`
}
