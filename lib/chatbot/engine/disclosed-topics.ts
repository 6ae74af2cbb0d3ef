import { type DisclosurePart, disclosureParts } from '@/lib/brand/disclosures'
import { disclosesAny, questionAbout } from '@/lib/disclosures/places'
import type { Likelihoods } from './classifier'

/** The parts of the disclosures that are answered by themselves, not with a question of the catalog. */
export const ownAnswers: readonly DisclosurePart[] = [
  'title',
  'barStandard',
  'insurance',
  'counterparty',
  'priceSource',
  'currencies',
  'contacts',
  'riskNotice',
]

/** The entry that answers for a part. */
export function entryOf(part: DisclosurePart): string {
  return (ownAnswers.includes(part) ? undefined : questionAbout(part)) ?? `Disclosures.${part}`
}

/**
 * The likelihoods of entries, from those of the parts of the disclosures and from those of all else. A part that the brand
 * has not set leaves the question to all else.
 */
export function withDisclosures(likely: Likelihoods, likelyParts: () => Likelihoods): Likelihoods {
  if (!disclosesAny(disclosureParts)) return likely
  const disclosed = likelyParts().flatMap(({ topic, likelihood }) => {
    const part = disclosureParts.find((name) => name === topic)
    return part && disclosesAny([part]) ? { topic: entryOf(part), likelihood } : []
  })
  const rest = disclosed.reduce((left, { likelihood }) => left - likelihood, 1)
  return summed([...disclosed, ...likely.map(({ topic, likelihood }) => ({ topic, likelihood: rest * likelihood }))])
}

function summed(likely: Likelihoods): Likelihoods {
  const sums = new Map<string, number>()
  for (const { topic, likelihood } of likely) sums.set(topic, (sums.get(topic) ?? 0) + likelihood)
  const entries = [...sums].map(([topic, likelihood]) => ({ topic, likelihood }))
  return entries.sort((a, b) => b.likelihood - a.likelihood)
}
