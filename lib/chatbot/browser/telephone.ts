/** The number that a link dials, as `+12125550100` (E.164); undefined for any other address. */
export function telephoneNumber(address: string): string | undefined {
  return address.match(/^tel:(\+[1-9]\d{6,14})$/)?.[1]
}
