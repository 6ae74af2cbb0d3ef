import type { Unit } from './analysis'

/** How strongly each feature speaks for an entry, from 0 to 1. */
export type Strengths = Map<string, number>

// A feature of fewer than this share of an entry's questions got there by chance, and counts for less.
const steadyShare = 0.25
const answerStrength = 0.4
const unknownWeight = 1.25
// Words outside the lexicon, beside those in it.
const plainWordShare = 0.6

/** The strengths of an entry's features, from the ways its question is asked and from its answer. */
export function createStrengths(ways: Unit[][], answer: Unit[]): Strengths {
  const counts = new Map<string, number>()
  for (const way of ways) for (const feature of new Set(way.flat())) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const enough = Math.max(1, ways.length * steadyShare)
  const strengths: Strengths = new Map(answer.flat().map((feature) => [feature, answerStrength]))
  for (const [feature, count] of counts) {
    strengths.set(feature, Math.max(strengths.get(feature) ?? 0, Math.min(1, count / enough)))
  }
  return strengths
}

/** Makes the weight of a unit in a question: the fewer entries it speaks for, the more it says. */
export function createWeights(entries: Strengths[]) {
  const frequencies = new Map<string, number>()
  for (const strengths of entries) {
    for (const [feature, strength] of strengths) frequencies.set(feature, (frequencies.get(feature) ?? 0) + strength)
  }
  return function weigh(unit: Unit): number {
    const frequency = Math.max(...unit.map((feature) => frequencies.get(feature) ?? 0), 0)
    if (frequency === 0) return unknownWeight
    const boost = Math.max(...unit.map((feature) => boosts[feature] ?? 1))
    const plain = unit.some((feature) => feature.startsWith('#')) ? 1 : plainWordShare
    return boost * plain * Math.log(1 + entries.length / frequency)
  }
}

// What is asked about a thing says more than the thing: "is the API free?" is about fees.
const boosts: Record<string, number> = {
  '#fee': 2.2,
  '#retirement': 1.9,
  '#minimum': 1.8,
  '#attest': 1.6,
  '#deliver': 1.7,
  '#key': 1.7,
  '#kind': 1.7,
  '#kyc': 1.7,
  '#metal': 1.6,
  '#now': 1.7,
  '#price': 1.7,
  '#redeem': 1.7,
  '#settle': 1.7,
  '#team': 1.7,
  '#transfer': 1.7,
  '#hours': 1.3,
  '#aml': 1.3,
  '#api': 1.3,
  '#custody': 1.3,
  '#integrate': 1.3,
  '#phone': 1.3,
  '#physical': 1.3,
  '#standard': 1.3,
  '#token': 1.3,
  '#trade': 1.3,
  '#etf': 0.8,
  '#support': 0.8,
  '#where': 0.8,
}

/** How close a unit comes to what has some of its features: the same word is closer than another word for it. */
export function closeness(unit: Unit, has: (feature: string) => number | boolean | undefined): number {
  return Math.max(...unit.map((feature) => Number(has(feature) ?? 0) * (likeness[feature[0] ?? ''] ?? 0.97)))
}

// By the mark of a feature: the very word, or a concept; else a stem.
const likeness: Record<string, number> = { '=': 1, '#': 0.93 }

/** What every entry is about. */
export const generic: ReadonlySet<string> = new Set(
  ['gold', 'silver', 'metal', 'token', 'physical', 'ounce', 'bar', 'trade', 'held', 'now', 'support', 'brand'].map(
    (concept) => `#${concept}`,
  ),
)
