/** A short code for a fault, fit for a log and a table: never its message, which may quote what a visitor typed. */
export function errorCode(error: unknown): string {
  const { code, responseCode, name, cause } = error as {
    code?: string
    responseCode?: number
    name?: string
    cause?: { code?: string }
  }
  return [responseCode && `SMTP ${responseCode}`, cause?.code ?? code ?? name].filter(Boolean).join(' ') || 'unknown'
}
