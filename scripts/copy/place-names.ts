const names: Record<string, string> = {
  '/': 'Home',
  '/direct-reserve': 'Product',
  '/contact': 'Contact',
  '/contact/email': 'E-mail page',
  '/contact/again': 'Contact form again',
  '/contact/received': 'Message received',
  '/attestations': 'Attestations',
  '/page-not-found': 'Page not found',
  'the assistant': 'Assistant',
  'the operator console': 'Operator console',
}

/** A place of the record of usage, as a reader of a proposal calls it: `/contact` is “Contact”. */
export function nameOfPlace(place: string): string {
  return names[place] ?? place.charAt(0).toUpperCase() + place.slice(1)
}
