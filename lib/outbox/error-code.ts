// nodemailer replaces the code of what went wrong with its connection by ESOCKET or ETIMEDOUT: the message still tells.
const causes: [message: RegExp, code: string][] = [
  [/certificate|altnames/i, 'UNTRUSTED_CERTIFICATE'],
  [/wrong version number|packet length too long|Greeting never received/i, 'WRONG_TLS'],
  [/ECONNREFUSED/, 'ECONNREFUSED'],
  [/ECONNRESET/, 'ECONNRESET'],
  [/EHOSTUNREACH|ENETUNREACH/, 'EHOSTUNREACH'],
]

/** A short code for an error, fit for a log and a table: never its message, which may quote what a visitor typed. */
export function errorCode(error: unknown): string {
  const { code, responseCode, name, message, cause } = error as {
    // A DOMException, such as that of an abort, has a number as its code.
    code?: string | number
    responseCode?: number
    name?: string
    message?: string
    cause?: { code?: string }
  }
  const isConnection = code === 'ESOCKET' || code === 'ECONNECTION' || code === 'ETIMEDOUT'
  const known = isConnection && causes.find(([pattern]) => pattern.test(message ?? ''))?.[1]
  const own = known || (typeof code === 'string' ? code : name)
  return [responseCode && `SMTP ${responseCode}`, cause?.code ?? own].filter(Boolean).join(' ') || 'unknown'
}
