import { createTransport, type SendMailOptions } from 'nodemailer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import type { XOAuth2ProvisionCallback } from 'nodemailer/lib/xoauth2'
import { env } from '@/lib/env'
import { createFailure, errorCode } from '@/lib/outbox/failure'
import { withoutBrackets } from '@/lib/private-networks'
import { accessToken, forgetAccessToken, usesOauth } from './oauth'

export type OutgoingMail = SendMailOptions & { signal?: AbortSignal }

/**
 * Sends a mail, to sales unless it names another recipient. Rejects if any
 * recipient is refused.
 */
export function sendOverSmtp(message: OutgoingMail): Promise<void> {
  return withConnection(async () => {
    // Sends nothing if the caller has stopped waiting, because the caller
    // counts the mail as not sent.
    message.signal?.throwIfAborted()
    await sendNow(message)
  })
}

// Microsoft 365 accepts three simultaneous connections per mailbox ("Exchange
// Online limits", learn.microsoft.com).
const maxConnections = 3
let connections = 0
const waiting: (() => void)[] = []

/**
 * Waits until one of `maxConnections` to the mail server is free, then sends.
 */
async function withConnection(send: () => Promise<void>) {
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

const connectMs = 10_000
const idleMs = 20_000
const maxEncodedWord = 52

async function sendNow(message: OutgoingMail) {
  const { protocol, hostname, port } = new URL(env.SMTP_URL ?? '')
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: withoutBrackets(hostname),
    // Greets with the site's host, because Google's relay refuses the address
    // literal that nodemailer would use.
    name: new URL(env.SITE_URL).hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // Sends nothing without TLS, because an attacker in the middle could strip
    // STARTTLS from the server's response (RFC 8314 section 3).
    requireTLS: !secure && !env.SMTP_ALLOW_PLAINTEXT,
    auth: logIn(),
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
  const { rejectedErrors: [refused] = [] } = await transport
    .sendMail(mail)
    .catch(rejectSending)
  // Counts a partly refused mail as delivered, because another attempt would
  // send it twice to the accepted recipients.
  if (refused) throw createFailure(`${errorCode(refused)} PARTLY`)
}

/** Returns what nodemailer needs to log in, or undefined without a user. */
function logIn() {
  const { username, password } = new URL(env.SMTP_URL ?? '')
  const user = decodeURIComponent(username)
  if (!user) return undefined
  if (!usesOauth()) return { user, pass: decodeURIComponent(password) }
  const provisionCallback: XOAuth2ProvisionCallback = (_, renew, done) => {
    if (renew) forgetAccessToken()
    accessToken().then(
      ({ value, expiresAt }) => done(null, value, expiresAt),
      done,
    )
  }
  return { type: 'OAuth2' as const, user, provisionCallback }
}

/**
 * Forgets a refused token, because Microsoft's refusal lacks the challenge on
 * which nodemailer would request a new one.
 */
function rejectSending(error: { command?: string }): never {
  if (error.command === 'AUTH XOAUTH2') forgetAccessToken()
  throw error
}

/**
 * Encodes a subject that contains an encoded word (RFC 2047), because
 * nodemailer would send it unchanged and it would arrive decoded.
 */
function encodeSubject(subject: string): string {
  return subject.includes('=?')
    ? encodeWord(subject, 'Q', maxEncodedWord)
    : subject
}

/**
 * Returns a Message-ID that stays the same when the same mail is sent again
 * (RFC 5322 section 3.6.4).
 */
export function messageId(kind: string, id: string): string {
  return `<${kind}-${id}@${new URL(env.SITE_URL).hostname}>`
}
