import { createTranslator } from 'next-intl'
import type { Messages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { keysOf } from '@/lib/text'
import type { Fact } from './facts'
import { linkTags } from './link-tags'

const faqs = [
  { namespace: 'HomeFaq', page: paths.home },
  { namespace: 'ProductFaq', page: paths.product },
] as const

/** The questions of the FAQ that came with the site: facts answer them. */
const coveredByFacts = {
  HomeFaq: ['eligibility', 'vaults', 'attestations', 'retirementCustodians', 'onboarding', 'fees', 'company'],
  ProductFaq: [
    'oneToken',
    'redemption',
    'integration',
    'minimumTrade',
    'tradingHours',
    'tokenStandard',
    'keyCustody',
    'kycAml',
    'otherMetals',
  ],
} as const

/** What editors have added to the FAQ, with its question: an answer alone may begin with yes or no. */
export function faqFacts(locale: Locale, messages: Messages): Fact[] {
  return faqs.flatMap(({ namespace, page }) => {
    const t = createTranslator({ locale, messages, namespace })
    const items: Record<string, { answer: string }> = messages[namespace].items
    const covered: readonly string[] = coveredByFacts[namespace]
    const added = keysOf(items).filter((key) => !covered.includes(key))
    return added.map((key): Fact => {
      const question = t(`items.${key}.question` as 'title')
      const answer = t.markup(`items.${key}.answer` as 'items.fees.answer', linkTags(locale))
      return {
        id: `${namespace}.${key}`,
        group: `${namespace}.items.${key}`,
        question,
        text: `**${question}** ${answer}`,
        title: t('title'),
        path: `${localizedPath(locale, page)}#faq-${key}-answer`,
        isStated: true,
        invitesContact: items[key]?.answer.includes('<contact>') ?? false,
      }
    })
  })
}
