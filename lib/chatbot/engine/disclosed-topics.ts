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
 * Likelihoods of entries. `likely` refuses whatever a brand may disclose, and `meant` tells how likely each part is
 * where that happens; a part that the brand does not disclose stays refused.
 */
export function withDisclosures(likely: Likelihoods, meant: () => Likelihoods): Likelihoods {
  if (!disclosesAny(disclosureParts)) return likely
  const sums = new Map(likely.map(({ topic, likelihood }) => [topic, likelihood]))
  const refusal = sums.get('refuse') ?? 0
  sums.delete('refuse')
  for (const { topic, likelihood } of meant()) {
    const entry = entryOfTopic(topic)
    sums.set(entry, (sums.get(entry) ?? 0) + refusal * likelihood)
  }
  const entries = [...sums].map(([topic, likelihood]) => ({ topic, likelihood }))
  return entries.sort((a, b) => b.likelihood - a.likelihood)
}

function entryOfTopic(topic: string): string {
  const part = disclosureParts.find((name) => name === topic)
  return part && disclosesAny([part]) ? entryOf(part) : 'refuse'
}
