import type { DisclosurePart } from './disclosures'

/** Why buyers ask for each part, for those who run the site. */
export const disclosureReasons: Record<DisclosurePart, { name: string; reason: string }> = {
  legalEntity: {
    name: 'legal entity',
    reason: 'counsel must know who signs and is liable, before any file is opened.',
  },
  regulation: { name: 'regulator and license', reason: 'compliance checks the entry in the public register first.' },
  jurisdictions: { name: 'jurisdictions', reason: 'an institution must know at once whether it may be a client.' },
  attestor: { name: 'attestor and standard', reason: 'a report is worth what its firm and standard are worth.' },
  vaults: { name: 'vaults', reason: 'risk teams assess each operator and place, and may exclude some.' },
  title: { name: 'title to the metal', reason: 'it decides what a client has if an operator or the issuer fails.' },
  barStandard: { name: 'bar standard', reason: 'it tells whether the bars can be sold elsewhere without an assay.' },
  insurance: { name: 'insurance', reason: 'a loss in the vault must be covered by somebody able to pay it.' },
  tokens: { name: 'token contracts', reason: 'supply and transfers are verified at the address; fakes have another.' },
  tokenCustody: { name: 'token custody', reason: 'buyers ask for reports on the custodian, or must use their own.' },
  counterparty: { name: 'counterparty', reason: 'credit limits are set for whoever is on the other side of a trade.' },
  priceSource: { name: 'price source', reason: 'best execution is judged against it.' },
  currencies: { name: 'currencies', reason: 'treasuries plan how to fund an account and what a conversion costs.' },
  settlementTime: { name: 'settlement time', reason: 'operations must know when cash and tokens have changed hands.' },
  redemption: { name: 'redemption terms', reason: 'a claim to metal is worth what it takes to turn it into metal.' },
  fees: { name: 'kinds of fees', reason: 'a comparison needs the kinds of cost, even where rates are negotiated.' },
  hours: { name: 'support hours', reason: 'desks abroad must know when somebody answers, and in which time zone.' },
  onboarding: { name: 'onboarding', reason: 'documents and duration decide when a project can start.' },
  contacts: { name: 'complaints and privacy', reason: 'regulators expect both contacts to be easy to find.' },
  riskNotice: { name: 'risk notice', reason: 'an offer without its risks is stopped by compliance.' },
}
