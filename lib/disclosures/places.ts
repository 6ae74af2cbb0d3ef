import type { DisclosurePart } from '@/lib/brand/disclosures'
import { site } from '@/lib/site'

/** The parts in the order of the section `Disclosures`, by its headings. */
export const groups = {
  company: ['legalEntity', 'regulation', 'jurisdictions'],
  metal: ['attestor', 'vaults', 'title', 'barStandard', 'insurance'],
  token: ['tokens', 'tokenCustody'],
  terms: ['counterparty', 'priceSource', 'currencies', 'settlementTime', 'redemption', 'fees'],
  service: ['hours', 'onboarding', 'contacts'],
  risk: ['riskNotice'],
} as const satisfies Record<string, DisclosurePart[]>

const faqParts: Partial<Record<string, DisclosurePart[]>> = {
  'HomeFaq.eligibility': ['jurisdictions'],
  'HomeFaq.vaults': ['vaults', 'insurance'],
  'HomeFaq.attestations': ['attestor'],
  'HomeFaq.onboarding': ['onboarding'],
  'HomeFaq.fees': ['fees'],
  'HomeFaq.company': ['legalEntity', 'regulation'],
  'ProductFaq.redemption': ['redemption'],
  'ProductFaq.tradingHours': ['hours'],
  'ProductFaq.tokenStandard': ['tokens'],
  'ProductFaq.keyCustody': ['tokenCustody'],
  'ProductFaq.kycAml': ['onboarding'],
}

/** The parts that go with the answer to a question, such as `HomeFaq.vaults`. */
export function partsOfAnswer(question: string): DisclosurePart[] {
  return faqParts[question] ?? []
}

export function disclosesAny(parts: readonly DisclosurePart[]): boolean {
  return parts.some((part) => site.disclosures[part] !== undefined)
}
