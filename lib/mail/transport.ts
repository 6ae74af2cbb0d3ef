import { createTransport, type Transporter } from 'nodemailer'
import { env } from '@/lib/env'

const connectMs = 10_000
const idleMs = 20_000

/** The mail server of SMTP_URL. Each mail opens a connection of its own. */
export function mailTransport(): Transporter {
  return createTransport({
    ...smtpOptions(new URL(env.SMTP_URL ?? '')),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    // Mails contain what visitors typed: nothing in them may make the site read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function smtpOptions(url: URL) {
  const secure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // An attacker in between could remove STARTTLS from the server's answer (RFC 8314 section 3): then nothing is sent.
    requireTLS: !secure && !env.SMTP_ALLOW_PLAINTEXT,
    auth: user ? { user, pass: decodeURIComponent(url.password) } : undefined,
  }
}
