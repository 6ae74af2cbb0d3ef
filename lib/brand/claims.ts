import { z } from 'zod'
import { type Metal, metals } from '@/lib/attestations/archive'
import { mergeTexts, type OwnTexts, type TextTree, valueAt } from '@/lib/text'
import { line } from './disclosures'

const keys = ([list = '']: TemplateStringsArray) => list.trim().split(/\s+/)

/** Texts that name gold and silver together. */
const namingMetals = keys`
  Metadata.home.description Metadata.home.keywords Metadata.product.title Metadata.product.description
  Metadata.product.keywords Metadata.contact.description Metadata.attestations.description
  Metadata.attestations.keywords Metadata.attestationsYear.description Footer.description Hero.title Hero.body
  About.lead About.facts.unit.label Institutions.cards.banks.body Institutions.cards.brokerages.body
  Institutions.cards.trustCompanies.body Institutions.cards.registeredAdvisers.body
  Benefits.cards.physicalBacking.body Benefits.cards.singleIntegration.body Showcase.body Steps.cards.trade.body HomeFaq.items.vaults.answer
  ProductHero.title Metals.shared KeyFeatures.cards.fullBacking.body KeyFeatures.cards.exactUnit.body
  ProductFaq.items.oneToken.answer ProductFaq.items.minimumTrade.answer ProductFaq.items.otherMetals.answer
  Contact.intro ContactForm.messagePlaceholder Attestations.intro Attestations.introEmpty
  Attestations.first.intro Facts.about.offer.text Facts.clients.banks.text Facts.clients.custodians.text
  Facts.clients.brokerages.text Facts.clients.trustCompanies.text Facts.clients.advisers.text
  Facts.clients.endClients.question Facts.clients.endClients.text Facts.token.unit.text Facts.token.backing.text
  Facts.token.metals.text Facts.token.silver.text Facts.token.fractions.text Facts.token.network.text
  Facts.trading.minimum.text Facts.trading.how.text Facts.onboarding.start.text Facts.onboarding.trade.text
  Facts.integration.ownSystems.text Facts.attestations.attestor.text Facts.notStated.otherGoods.text
  Facts.notStated.barStandard.text`

/**
 * The claims that the shared texts make about a company: for each, the value it
 * states and the texts that make it. `*` matches every entry of a list.
 */
export const claims = {
  clients: {
    states:
      'banks, custodians, brokerages, funds, trust companies, family offices, advisers and large buyers',
    texts: keys`
      Metadata.home.description Hero.body Institutions.cards.* HomeFaq.items.eligibility.answer
      Facts.clients.eligibility.text Facts.clients.qualify Facts.clients.banks Facts.clients.custodians
      Facts.clients.brokerages Facts.clients.funds Facts.clients.trustCompanies Facts.clients.familyOffices
      Facts.clients.advisers Facts.clients.largeBuyers`,
  },
  northAmerica: {
    states: 'IRA and RRSP custodians',
    texts: keys`
      Institutions.cards.custodians.body Testimonial.institution HomeFaq.items.retirementCustodians
      Facts.clients.custodians.text Facts.clients.retirement`,
  },
  vaults: {
    states: 'government mint and exchange-approved vaults',
    texts: keys`
      Institutions.cards.institutionalBuyers.body Benefits.cards.vaultedMetal HomeFaq.items.vaults ProductHero.body
      Metals.rows.vaults KeyFeatures.cards.fullBacking.body Facts.clients.largeBuyers.text Facts.custody.vaults.text
      Facts.notStated.vaultNames.text`,
  },
  custody: {
    states: 'multi-party computation (MPC)',
    texts: keys`
      Metadata.product.description Metadata.product.keywords Benefits.cards.custody Showcase.points.custody
      Steps.cards.hold.body EnterpriseFeatures.cards.custody Metals.rows.custody KeyFeatures.cards.custody
      ProductFaq.items.keyCustody Facts.custody.tokens Facts.custody.mpc Facts.onboarding.hold.text`,
  },
  standard: {
    states: 'ERC-3643',
    texts: keys`
      Metadata.product.description Metadata.product.keywords Benefits.cards.compliance Showcase.body
      Showcase.points.standard ProductHero.body EnterpriseFeatures.cards.permissionedTransfer Metals.rows.standard
      Differentiators.cards.paperTransfer ProductFaq.items.tokenStandard ProductFaq.items.kycAml.answer
      Facts.token.standard Facts.token.issuerPowers Facts.token.transfers Facts.onboarding.kyc.text`,
  },
  network: {
    states: 'Polygon',
    texts: keys`
      Metadata.product.description Metadata.product.keywords Showcase.body Showcase.points.standard ProductHero.body
      Metals.rows.chain KeyFeatures.cards.settlement.body ProductFaq.items.tokenStandard Facts.token.network
      Facts.trading.settlement.text`,
  },
  tradingHours: {
    states: '24/7/365',
    texts: keys`
      Hero.body About.facts.trading Institutions.cards.hedgeFunds.body Benefits.cards.continuousTrading
      Steps.cards.trade.body EnterpriseFeatures.cards.availability Metals.rows.trading
      KeyFeatures.cards.settlement.body Differentiators.cards.dealingHours ProductFaq.items.tradingHours
      Facts.clients.funds.text Facts.trading.hours Facts.trading.how.text Facts.trading.sell.text
      Facts.notStated.cashRedemption.text Facts.onboarding.trade.text Facts.comparison.market Facts.contact.hours.text`,
  },
  attestations: {
    states: 'every month, by a third party',
    texts: keys`
      Metadata.product.description Metadata.attestations.title Metadata.attestations.description
      Metadata.attestations.keywords Metadata.attestationsYear.title Metadata.attestationsYear.description
      About.facts.attestations Institutions.cards.trustCompanies.body Showcase.points.attestations
      WhyUs.cards.openToVerification Steps.cards.verify.title Steps.cards.verify.body Testimonial.quote HomeFaq.items.attestations
      HomeFaq.items.onboarding.answer
      EnterpriseFeatures.cards.attestations Metals.rows.attestations ProductAbout.body2
      KeyFeatures.cards.attestation Differentiators.cards.ownStatements ProductHero.second Attestations.title
      Attestations.intro Attestations.introEmpty Attestations.empty Attestations.first Attestations.listIntro
      Attestations.years.intro Attestations.missing Attestations.missingMonths Attestations.proves.series.text
      Chat.starters.backing Chat.answers.distrust Facts.about.why.text Facts.clients.trustCompanies.text
      Facts.custody.dueDiligence.text Facts.onboarding.steps.text Facts.onboarding.verify.text Facts.comparison.evidence
      Facts.attestations.cadence Facts.attestations.attestor Facts.attestations.where.text Facts.attestations.shows
      Facts.attestations.notAudit Facts.attestations.days Facts.attestations.onChain Facts.attestations.coverage
      Facts.attestations.contents Facts.attestations.corrected Facts.reports.gaps.text Facts.reports.next.text
      Facts.check.* Facts.contact.research.text Facts.notStated.references.text`,
  },
  gold: {
    states: 'tokens of fine gold',
    texts: [
      ...namingMetals,
      ...keys`
        Showcase.stamp.* Facts.notStated.outlook.question
        Attestations.operatorActions.fields.gold_ounces Attestations.operatorActions.fields.gold_tokens`,
    ],
  },
  silver: {
    states: 'tokens of fine silver',
    texts: [
      ...namingMetals,
      ...keys`
        Facts.token.silver Attestations.operatorActions.fields.silver_ounces
        Attestations.operatorActions.fields.silver_tokens`,
    ],
  },
  bars: {
    states: 'gold bars of about 400 troy ounces, at least 995 fine',
    texts: ['Showcase.stamp.*'],
  },
  fractions: {
    states: 'fractions of an ounce, with no minimum trade size',
    texts: keys`
      Metadata.product.keywords Hero.body About.facts.trading.label Institutions.cards.brokerages.body
      Institutions.cards.registeredAdvisers.body Benefits.cards.fractionalOunces Steps.cards.trade.body
      Metals.rows.minimum KeyFeatures.cards.settlement.body Differentiators.cards.fixedBars
      ProductFaq.items.minimumTrade Facts.clients.brokerages.text Facts.clients.trustCompanies.text
      Facts.clients.advisers.text Facts.token.fractions Facts.trading.minimum Facts.trading.how.text
      Facts.onboarding.trade.text Facts.comparison.bars`,
  },
  delivery: {
    states: 'physical delivery or redemption at any time, on request',
    texts: keys`
      Metadata.contact.description Institutions.cards.familyOffices.body Benefits.cards.physicalDelivery
      Steps.intro Steps.cards.verify HomeFaq.items.onboarding.answer Metals.rows.redemption ProductAbout.body2
      KeyFeatures.cards.redemption ProductFaq.items.redemption Chat.starters.delivery Chat.answers.hello
      Chat.answers.help Chat.answers.offTopic Facts.about.offer.text Facts.clients.familyOffices.text
      Facts.clients.largeBuyers.text Facts.token.silver.text Facts.trading.sell.text
      Facts.redemption.delivery Facts.redemption.request
      Facts.onboarding.steps.text Facts.onboarding.verify Facts.comparison.etf.text
      Facts.notStated.redemptionTerms.question Facts.notStated.redemptionTerms.text
      Facts.notStated.cashRedemption.text`,
  },
  api: {
    states: 'REST API, webhooks and SDKs',
    texts: keys`
      Metadata.product.description Metadata.product.keywords Metadata.contact.description About.body
      Benefits.cards.singleIntegration Showcase.body WhyUs.cards.institutionsOnly.body Steps.cards.onboard.title
      Steps.cards.onboard.body HomeFaq.items.onboarding.answer ProductHero.body EnterpriseFeatures.cards.api
      EnterpriseFeatures.example ProductAbout.body1 ProductAbout.body2 Differentiators.cards.manualProcesses
      ProductFaq.items.integration ProductCallToAction.body Contact.intro Chat.starters.integration
      Chat.answers.hello Chat.answers.help Chat.answers.offTopic Facts.about.offer.text Facts.clients.banks.text
      Facts.clients.funds.text Facts.clients.endClients.text Facts.trading.how.text Facts.onboarding.steps.text
      Facts.onboarding.onboard Facts.onboarding.trade.question Facts.integration.* Facts.notStated.apiDetails
      Facts.notStated.whiteLabel.text`,
  },
  compliance: {
    states: 'institutional KYC and KYC/AML compliance',
    texts: keys`
      About.body Benefits.cards.compliance Steps.cards.onboard.body HomeFaq.items.onboarding.answer
      EnterpriseFeatures.cards.compliance ProductFaq.items.integration.answer ProductFaq.items.kycAml
      Chat.answers.help Facts.about.offer.text Facts.clients.qualify.text Facts.onboarding.steps.text
      Facts.onboarding.onboard Facts.onboarding.kyc Facts.integration.api.text
      Facts.notStated.onboardingTerms.text`,
  },
  roadmap: {
    states: 'platinum and palladium under review',
    texts: keys`
      ProductAbout.roadmapTitle ProductAbout.roadmap ProductFaq.items.otherMetals Facts.token.metals.text
      Facts.token.otherMetals`,
  },
  settlement: {
    states: 'fast settlement',
    texts: keys`
      Steps.cards.trade.body Facts.onboarding.trade.text Facts.notStated.settlementTime.text`,
  },
  heritage: {
    states: 'metal before tokens',
    texts: ['WhyUs.intro', 'WhyUs.cards.history.body'],
  },
  consolidation: {
    states: 'older products consolidated into this one',
    texts: ['NotFound.note'],
  },
} satisfies Record<string, { states: string; texts: string[] }>

export type ClaimName = keyof typeof claims

export const claimNames = Object.keys(claims) as ClaimName[]

export const claimsSchema = z.partialRecord(
  z.enum(claimNames, { error: `must be one of ${claimNames.join(', ')}` }),
  line,
)

export type Claims = z.output<typeof claimsSchema>

export function unconfirmedClaims(stated: Claims): ClaimName[] {
  return claimNames.filter((name) => stated[name] !== claims[name].states)
}

/** The metals for which the brand confirms tokens. */
export function confirmedMetals(stated: Claims): Metal[] {
  const missing = unconfirmedClaims(stated)
  return metals.filter((metal) => !missing.includes(metal))
}

/** Whether a text makes a claim that a brand does not confirm. */
export function isUnconfirmed(key: string, stated: Claims): boolean {
  const group = `${key.slice(0, key.lastIndexOf('.'))}.*`
  return unconfirmedClaims(stated).some((name) => {
    const texts: readonly string[] = claims[name].texts
    return texts.includes(key) || texts.includes(group)
  })
}

/**
 * The catalog for a brand: each text with an unconfirmed claim is replaced by
 * its counterpart under `Neutral`, or left out if it has none. The brand's own
 * texts are the brand's responsibility and are applied last.
 */
export function textsOfBrand(
  catalog: TextTree,
  own: OwnTexts,
  stated: Claims,
): TextTree {
  const texts = unconfirmedClaims(stated).flatMap((name) => claims[name].texts)
  const claimed = texts
    .flatMap((text) => keysIn(text, catalog))
    .filter(
      (key) =>
        valueAt(catalog, key) !== undefined && valueAt(own, key) === undefined,
    )
  const neutralOf = (key: string) => valueAt(catalog, `Neutral.${key}`)
  const isReplaced = (key: string) => typeof neutralOf(key) === 'string'
  // An entry removed because of one claim stays removed, even if another claim
  // replaces a text in it.
  const ordered = [
    ...claimed.filter(isReplaced),
    ...claimed.filter((key) => !isReplaced(key)),
  ]
  const change = (key: string) =>
    treeOf(key, isReplaced(key) ? String(neutralOf(key)) : null)
  return [...ordered.map(change), own].reduce<TextTree>(
    (tree, more) => mergeTexts(tree, more),
    catalog,
  )
}

function keysIn(key: string, catalog: TextTree): string[] {
  const [group = '', isList] = key.split('.*')
  return isList === undefined
    ? [key]
    : Object.keys(Object(valueAt(catalog, group))).map(
        (name) => `${group}.${name}`,
      )
}

function treeOf(key: string, text: string | null): OwnTexts {
  const [name = '', ...rest] = key.split('.')
  return { [name]: rest.length > 0 ? treeOf(rest.join('.'), text) : text }
}
