import { dark, light } from '@look/palette'
import { createTranslator } from 'next-intl'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { isLocale, type Locale, routing } from '@/lib/i18n/routing'
import { referenceOf } from '@/lib/leads/fields'
import { asciiAddressOf, phoneNumbersIn } from '@/lib/leads/normalize'
import { errorCode, failed } from '@/lib/outbox/failure'
import { site } from '@/lib/site'
import { escapeHtml } from '@/lib/text'
import { describeLead } from './lead-text'
import type { Lead, SentLead } from './store'

export async function sendMail(lead: SentLead, signal?: AbortSignal) {
  const described = await describeLead(lead)
  const { t, title, heading, plainText, consoleAddress } = described
  const buttons = [
    ...(lead.email
      ? [{ label: t('SalesMail.reply'), href: await replyAddress(lead) }]
      : []),
    ...phoneNumbersIn(lead.phone).map(({ shown, href }) => ({
      label: t('SalesMail.call', { phone: shown }),
      href,
    })),
    { label: t('SalesMail.open'), href: consoleAddress },
  ]
  const above = `${site.brand} · ${heading}`
  const who =
    [lead.name, lead.company].filter(Boolean).join(', ') ||
    lead.email ||
    lead.phone ||
    heading
  const address = asciiAddressOf(lead.email)
  const notice =
    lead.email && !address
      ? t('SalesMail.replyByHand', { email: lead.email })
      : ''
  await sendMessage({
    // Leaves out a name that looks like an encoded word, because some programs
    // decode it even in quotes.
    ...(address && {
      replyTo: { name: lead.name.includes('=?') ? '' : lead.name, address },
    }),
    subject: title,
    ...headersOf(lead),
    text: [above, plainText, notice].filter(Boolean).join('\n\n'),
    html: htmlMail(described, { above, heading: who, buttons, notice }),
    signal,
  })
}

function headersOf({ id, updatedAt, wasDelivered }: SentLead) {
  const first = messageId('lead', id)
  if (!(wasDelivered && updatedAt)) return { messageId: first }
  return {
    messageId: messageId('lead', `${id}-${updatedAt.getTime()}`),
    inReplyTo: first,
    references: [first],
  }
}

/**
 * Returns a Message-ID that stays the same when the same mail is sent again
 * (RFC 5322 section 3.6.4).
 */
export function messageId(kind: string, id: string): string {
  return `<${kind}-${id}@${new URL(env.SITE_URL).hostname}>`
}

async function replyAddress({
  id,
  email,
  language,
}: SentLead): Promise<string> {
  const { t } = await acknowledgementTexts(language)
  const subject = `Re: ${t('subject', { reference: referenceOf(id) })}`
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}

/**
 * Sends the visitor a confirmation. Repeats nothing the visitor typed, because
 * the form could otherwise be used to mail arbitrary text to strangers.
 */
export async function sendAcknowledgement(lead: Lead, signal?: AbortSignal) {
  const { t, locale } = await acknowledgementTexts(lead.language)
  const reference = referenceOf(lead.id)
  await sendMessage({
    // Directs replies to the site's address, because LEADS_FROM may be an
    // unread mailbox.
    replyTo: site.email,
    to: lead.email,
    subject: t('subject', { reference }),
    messageId: messageId('acknowledgement', lead.id),
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-replied' },
    text: t('body', { reference, contact: contactLine(locale) }),
    signal,
  })
}

function contactLine(locale: Locale): string {
  const { northAmerica, worldwide } = site.phones
  const ways = [...new Set([site.email, northAmerica, worldwide])].filter(
    (way): way is string => Boolean(way),
  )
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(ways)
}

async function acknowledgementTexts(language: string) {
  const locale = isLocale(language) ? language : routing.defaultLocale
  const t = createTranslator({
    locale,
    messages: await loadMessages(locale),
    namespace: 'AcknowledgementMail',
  })
  return { locale, t }
}

const maxTestMs = 30_000

export async function sendTestMail() {
  const locale = env.LEADS_LANGUAGE
  const t = createTranslator({
    locale,
    messages: await loadMessages(locale),
    namespace: 'TestMail',
  })
  await sendMessage({
    subject: t('subject'),
    text: t('body'),
    signal: AbortSignal.timeout(maxTestMs),
  })
}

const connectMs = 10_000
const idleMs = 20_000
const maxEncodedWord = 52

// Microsoft 365 accepts three simultaneous connections per mailbox ("Exchange
// Online limits", learn.microsoft.com).
const maxConnections = 3
let connections = 0
const waiting: (() => void)[] = []

/**
 * Waits until one of `maxConnections` to the mail server is free, then sends.
 */
async function withConnection(send: () => Promise<void>): Promise<void> {
  if (connections < maxConnections) connections++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    await send()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else connections--
  }
}

/**
 * Sends a mail, to sales unless it names another recipient. Rejects if any
 * recipient is refused.
 */
export function sendMessage(message: Message): Promise<void> {
  return withConnection(async () => {
    // Sends nothing if the caller has stopped waiting, because the caller
    // counts the mail as not sent.
    message.signal?.throwIfAborted()
    await sendNow(message)
  })
}

type Message = SendMailOptions & { signal?: AbortSignal }

async function sendNow(message: Message): Promise<void> {
  const { protocol, hostname, port, username, password } = new URL(
    env.SMTP_URL ?? '',
  )
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    // Greets with the site's host, because Google's relay refuses the address
    // literal that nodemailer would use.
    name: new URL(env.SITE_URL).hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // Sends nothing without TLS, because an attacker in the middle could strip
    // STARTTLS from the server's answer (RFC 8314 section 3).
    requireTLS: !secure && !env.SMTP_ALLOW_PLAINTEXT,
    auth: username
      ? {
          user: decodeURIComponent(username),
          pass: decodeURIComponent(password),
        }
      : undefined,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    // Mails contain visitors' input, which must not make the site read a file
    // or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const subject = encodeSubject(message.subject ?? '')
  const mail = { from: env.LEADS_FROM, to: env.LEADS_TO, ...message, subject }
  const { rejectedErrors: [refused] = [] } = await transport.sendMail(mail)
  // Counts as delivered, because another attempt would send the mail twice to
  // the accepted recipients.
  if (refused) throw failed(`${errorCode(refused)} PARTLY`)
}

// Encodes a subject that contains an encoded word (RFC 2047), because
// nodemailer would send it unchanged and it would arrive decoded.
function encodeSubject(subject: string): string {
  return subject.includes('=?')
    ? encodeWord(subject, 'Q', maxEncodedWord)
    : subject
}

type Extra = {
  above: string
  heading: string
  buttons: { label: string; href: string }[]
  notice: string
}

// Breaks long addresses, because they would make the mail wider than the
// screen.
const wraps = 'word-break: break-word;'
const fonts = 'font-family: Helvetica, Arial, sans-serif;'
// Style attributes contain the light colors, because many mail programs read
// nothing else. Programs with a dark mode use the style element, which has to
// override the attributes.
const styles = {
  page: `margin: 0; padding: 0; background-color: ${light.paper}; color: ${light.ink};`,
  outer: `width: 100%; background-color: ${light.paper};`,
  inner: 'width: 100%; max-width: 640px;',
  // Repeated here, because programs that replace the body lose its font.
  cell: `padding: 24px; ${fonts}`,
  above: `margin: 0 0 4px; color: ${light.gold}; font-size: 14px; line-height: 20px;`,
  heading: `margin: 0 0 16px; color: ${light.ink}; font-size: 22px; line-height: 28px; ${wraps}`,
  label: `width: 30%; padding: 4px 16px 4px 0; color: ${light.soft}; font-size: 14px; line-height: 20px; vertical-align: top;`,
  rows: 'width: 100%;',
  value: `padding: 4px 0; color: ${light.ink}; font-size: 16px; line-height: 22px; vertical-align: top; ${wraps}`,
  text: `margin: 16px 0; padding: 16px 0; border-top: 1px solid ${light.rule}; border-bottom: 1px solid ${light.rule}; color: ${light.ink}; font-size: 16px; line-height: 24px; white-space: pre-wrap; ${wraps}`,
  button: `display: inline-block; margin: 16px 8px 0 0; padding: 10px 16px; border: 1px solid ${light.ink}; color: ${light.ink}; font-size: 16px; line-height: 22px; text-decoration: none;`,
}

const darkStyles = `@media (prefers-color-scheme: dark) {
.page { background-color: ${dark.paper} !important; color: ${dark.ink} !important; }
.ink { color: ${dark.ink} !important; border-color: ${dark.ink} !important; }
.soft { color: ${dark.soft} !important; }
.gold { color: ${dark.gold} !important; }
.rule { color: ${dark.ink} !important; border-color: ${dark.rule} !important; }
}`

function htmlMail(
  lead: Awaited<ReturnType<typeof describeLead>>,
  { above, heading, buttons, notice }: Extra,
): string {
  const { locale, title, rows, text } = lead
  const tableRows = rows.map(([label, value]) => {
    const cell = `<td class="soft" style="${styles.label}">${escapeHtml(label)}</td>`
    return `<tr>${cell}<td class="ink" dir="auto" style="${styles.value}">${htmlLines(value)}</td></tr>`
  })
  const links = buttons.map(({ label, href }) => {
    return `<a class="ink" href="${escapeHtml(href)}" style="${styles.button}">${escapeHtml(label)}</a>`
  })
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${darkStyles}
</style>
</head>
<body class="page" style="${styles.page}">
<table role="presentation" class="page" cellpadding="0" cellspacing="0" border="0" style="${styles.outer}">
<tr><td align="center">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${styles.inner}">
<tr><td align="left" style="${styles.cell}">
<p class="gold" style="${styles.above}">${escapeHtml(above)}</p>
<h1 class="ink" dir="auto" style="${styles.heading}">${escapeHtml(heading)}</h1>
<div class="rule" dir="auto" style="${styles.text}">${htmlLines(text)}</div>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${styles.rows}">
${tableRows.join('\n')}
</table>
${notice && `<p class="ink" style="${styles.value}">${escapeHtml(notice)}</p>`}
${links.join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}

function htmlLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
