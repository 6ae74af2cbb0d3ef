/** A telephone number as `tel:` takes it (RFC 3966), without an extension; undefined where there is none. */
export function phoneLink(phone: string): string | undefined {
  const [number = ''] = phone.match(/^[\d\s()+./-]+/) ?? []
  // As in +33 (0)1: what is dialled within the country alone.
  const dialled = number.startsWith('+') ? number.replace(/\(0\)/, '') : number
  const digits = dialled.replace(/(?!^\+)\D/g, '')
  return digits.length > 1 ? `tel:${digits}` : undefined
}
