import { paths } from '@/lib/routes'

type Section = { page: (typeof paths)[keyof typeof paths]; fragment?: string; heading: string }

const contact: Section = { page: paths.contact, heading: 'Contact.title' }

/** Where on the site the facts of a section of the namespace `Facts` stand, and the heading there. */
const sections: Record<string, Section> = {
  about: { page: paths.home, fragment: 'about', heading: 'About.title' },
  clients: { page: paths.home, fragment: 'institutions', heading: 'Institutions.title' },
  token: { page: paths.product, fragment: 'metals', heading: 'Metals.title' },
  custody: { page: paths.product, fragment: 'enterprise', heading: 'EnterpriseFeatures.title' },
  trading: { page: paths.product, fragment: 'features', heading: 'KeyFeatures.title' },
  redemption: { page: paths.product, fragment: 'features', heading: 'KeyFeatures.title' },
  onboarding: { page: paths.home, fragment: 'how-it-works', heading: 'Steps.title' },
  integration: { page: paths.product, fragment: 'enterprise', heading: 'EnterpriseFeatures.title' },
  comparison: { page: paths.product, fragment: 'rethinking', heading: 'Differentiators.title' },
  attestations: { page: paths.attestations, heading: 'Attestations.title' },
  reports: { page: paths.attestations, fragment: 'reports', heading: 'Attestations.listTitle' },
  check: { page: paths.attestations, fragment: 'check', heading: 'Attestations.checkTitle' },
  fees: { page: paths.home, fragment: 'faq', heading: 'HomeFaq.title' },
  contact,
  site: contact,
  notStated: contact,
}

export const notStated = 'notStated'

/** The fact that asks whoever wants to be called for their number. */
export const contactInvitation = 'contact.meeting'

/** The fact that says what happens to a request. */
export const requestMade = 'contact.form'

export function sectionOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}

/** A section that an editor has added leads to the contact page. */
export function placeOf(id: string): Section {
  return sections[sectionOf(id)] ?? contact
}

// What the site does not state belongs to a subject of which it states something.
const subjects: Record<string, string[]> = {
  custody: ['insurance', 'title', 'vaultNames', 'barStandard', 'tokenCustodian', 'security'],
  token: ['contract', 'tax', 'riskNotice', 'interest'],
  trading: ['counterparty', 'priceSource', 'price', 'currencies', 'orders', 'settlementTime'],
  redemption: ['redemptionTerms', 'cashRedemption'],
  onboarding: ['onboardingTerms', 'jurisdictions', 'agreement'],
  integration: ['apiDetails', 'whiteLabel'],
  fees: ['feeKinds'],
  about: ['regulation', 'legalEntity', 'references', 'companyDetails'],
  contact: ['complaints', 'responseTime', 'otherContacts'],
}

const subjectOfNotStated = new Map(
  Object.entries(subjects).flatMap(([subject, names]) => names.map((name) => [`${notStated}.${name}`, subject])),
)

export function subjectOf(id: string): string {
  const section = subjectOfNotStated.get(id) ?? sectionOf(id)
  return ['reports', 'check'].includes(section) ? 'attestations' : section
}

const steps = ['onboard', 'trade', 'hold', 'verify'].map((step) => `onboarding.${step}`)
const followedBy: Record<string, string> = {
  'onboarding.start': 'onboarding.onboard',
  'onboarding.steps': 'onboarding.trade',
  'onboarding.kyc': 'onboarding.trade',
  'notStated.onboardingTerms': 'onboarding.trade',
  'trading.how': 'onboarding.hold',
  'redemption.delivery': 'redemption.request',
  [requestMade]: 'notStated.responseTime',
}

const nextReport = 'reports.next'

export function stepAfter(id: string): string | undefined {
  if (subjectOf(id) === 'attestations' && id !== nextReport) return nextReport
  const at = steps.indexOf(id)
  return followedBy[id] ?? (at < 0 ? undefined : steps[at + 1])
}

const next: Record<string, string[]> = {
  about: ['clients.eligibility', 'token.unit', 'onboarding.steps'],
  clients: ['onboarding.steps', 'integration.api', 'fees.published'],
  token: ['token.backing', 'custody.vaults', 'token.fractions'],
  custody: ['custody.mpc', 'custody.vaults', 'attestations.cadence'],
  trading: ['trading.hours', 'trading.minimum', 'trading.settlement'],
  redemption: ['redemption.request', 'notStated.cashRedemption', 'custody.vaults'],
  onboarding: ['onboarding.kyc', 'integration.api', 'fees.published'],
  integration: ['integration.webhooks', 'integration.documentation', 'integration.ownSystems'],
  comparison: ['token.backing', 'redemption.delivery', 'attestations.cadence'],
  attestations: ['attestations.where', 'attestations.attestor', 'check.howTo'],
  reports: ['attestations.where', 'reports.next', 'check.howTo'],
  check: ['check.howTo', 'check.fingerprint', 'check.log', 'attestations.where'],
  fees: ['fees.quote', 'onboarding.steps', 'trading.minimum'],
}

const maxNextQuestions = 2

export function nextQuestions(told: string[], others: string[]): string[] {
  const [first = ''] = told
  const curated = next[subjectOfNotStated.get(first) ?? sectionOf(first)] ?? []
  return [...new Set([...others, ...curated])].filter((id) => !told.includes(id)).slice(0, maxNextQuestions)
}
