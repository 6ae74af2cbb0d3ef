/** The reference number a visitor is told: the first group of the lead's id, such as `9B1DEB4D`. */
export function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase()
}

/** A reference as it may stand in an address, or undefined when it is none. */
export function parseReference(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9A-F]{8}$/.test(value) ? value : undefined
}

/** Whether a text may be a lead's id or its reference, in any case, rather than the beginning of one. */
export function namesLead(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{8}$/i.test(text)
}
