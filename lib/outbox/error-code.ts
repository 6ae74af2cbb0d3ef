/** A short code for an error, fit for a log and a table: never its message, which may quote what a visitor typed. */
export function errorCode(error: unknown): string {
  const { code, responseCode, name, cause } = error as {
    // A number with a DOMException, such as an abort's, where the name says more.
    code?: string | number
    responseCode?: number
    name?: string
    cause?: { code?: string }
  }
  const own = typeof code === 'string' ? code : name
  return [responseCode && `SMTP ${responseCode}`, cause?.code ?? own].filter(Boolean).join(' ') || 'unknown'
}
