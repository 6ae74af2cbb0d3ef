import { site } from '@/lib/site'

type Name = 'Contact.phoneNorthAmerica' | 'Contact.phoneWorldwide'

/** The company's telephone lines with their names: one or two. */
export function phoneLines(t: (key: Name) => string) {
  const { northAmerica, worldwide } = site.phones
  return [
    { name: t('Contact.phoneNorthAmerica'), number: northAmerica, areaServed: ['US', 'CA'] },
    { name: t('Contact.phoneWorldwide'), number: worldwide, areaServed: undefined },
  ].flatMap(({ number, ...line }) => (number ? [{ ...line, number }] : []))
}
