/** Whether a name is of the IANA database, such as America/Toronto. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Z]\w+\/|^UTC$/.test(name)
  } catch {
    return false
  }
}
