import { createTranslator } from 'next-intl'
import type { Messages } from '@/lib/i18n/messages'
import { officesIn } from '@/lib/i18n/offices'
import { phoneLines } from '@/lib/i18n/phone-lines'
import type { Locale } from '@/lib/i18n/routing'
import { site } from '@/lib/site'

export type Fact = { id: string; title: string; text: string; page: 'contact' | 'product'; fragment?: string }

export function factsOf(messages: Messages, locale: Locale): Fact[] {
  const t = createTranslator({ locale, messages })
  const lines = phoneLines(t).map(({ name, number }) => `- ${name}: ${number}`)
  const phones = `${lines.join('\n')}\n\n${t('Contact.hours')}.`
  const email = `[${site.email}](mailto:${site.email})`
  const card = (namespace: 'KeyFeatures' | 'Differentiators', key: string) => ({
    id: `${namespace}.${key}`,
    title: t(`${namespace}.cards.${key}.title` as 'KeyFeatures.title'),
    text: t(`${namespace}.cards.${key}.body` as 'KeyFeatures.title'),
    page: 'product' as const,
  })
  return [
    { id: 'Contact.phone', title: t('Contact.phoneHeading'), text: phones, page: 'contact' },
    { id: 'Contact.email', title: t('Contact.emailHeading'), text: email, page: 'contact' },
    { id: 'Contact.offices', title: t('Contact.officesHeading'), text: officesText(locale), page: 'contact' },
    { id: 'Contact.team', title: t('Contact.title'), text: `${t('Contact.intro')}\n\n${phones}`, page: 'contact' },
    { ...card('KeyFeatures', 'settlement'), fragment: 'features' },
    { ...card('Differentiators', 'priceExposure'), fragment: 'rethinking' },
  ]
}

function officesText(locale: Locale): string {
  const lines = officesIn(locale).map((office) => {
    return `- **${office.city}**: ${office.street}, ${office.place}, ${office.country}`
  })
  return lines.join('\n')
}
