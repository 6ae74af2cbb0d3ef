import type { Messages } from '@/lib/i18n/messages'
import failures from './failures.json' with { type: 'json' }

/** Creates an error with a code from `failures.json`. */
export function createFailure(code: string, retryAfterMs?: number): Error {
  return Object.assign(new Error(code), { code, retryAfterMs })
}

type Reported = { code?: unknown; name?: unknown; cause?: Reported }

/**
 * Nodemailer's errors name the reason for a lost connection, or the refused
 * command and the server's reply.
 */
type SmtpError = {
  timeoutType?: unknown
  originalCode?: unknown
  command?: string
  response?: string
}

/**
 * Returns a short code without the error's message or a server's words, which
 * may quote a visitor.
 */
export function errorCode(error: unknown): string {
  const {
    timeoutType,
    originalCode,
    command,
    response = '',
    code,
    name,
    cause,
  } = error as Reported & SmtpError
  const [reply] = response.match(/^[45]\d\d([ -]5\.\d{1,3}\.\d{1,3}\b)?/) ?? []
  if (reply)
    return `SMTP ${reply.replace('-', ' ')} ${command}${hint(response)}`
  const codes = [
    timeoutType,
    originalCode,
    cause?.code,
    cause?.name,
    code,
    name,
  ]
  // Ignores a numeric code, such as that of a DOMException for an abort.
  return (
    codes.find(
      (code): code is string => typeof code === 'string' && code !== 'Error',
    ) ?? 'unknown'
  )
}

/**
 * Reads the reply's text, because servers without enhanced codes (RFC 3463)
 * mention a relay only there, and replies from Microsoft and Google contain the
 * server's name, which identifies them.
 */
function hint(response: string): string {
  if (/\brelay/i.test(response)) return ' relay'
  if (/\bgsmtp\b/i.test(response)) return ' google'
  return /\.outlook\.com\b/i.test(response) ? ' outlook' : ''
}

type Explanation = {
  /** The key of the sentence that the console shows. */
  kind: keyof Messages['OperatorLeads']['errors']
  /**
   * `final`: every attempt will end the same way. `fault`: only a corrected
   * setting will help. `delivered`: the receiver has the item, but perhaps only
   * a part of it.
   */
  outcome?: 'final' | 'fault' | 'delivered'
}

export function explainFailure(code: string): Explanation {
  return failures.find((failure) =>
    new RegExp(failure.code).test(code),
  ) as Explanation
}
