import { inflateRawSync } from 'node:zlib'

/** `values`: inverse document frequencies; `weights`: signed bytes, feature by topic, in units of `scale`, deflated, in base64. */
export type TrainedClassifier = {
  topics: string[]
  features: string[]
  values: number[]
  scale: number
  weights: string
}

/** Topics with their likelihoods from 0 to 1, highest first; the sum is 1. */
export type Likelihoods = { topic: string; likelihood: number }[]

/** The known features of a question by place, normalized to length 1. */
export type Vector = { places: number[]; values: number[] }

export function createClassifier({ topics, features, values, scale, weights }: TrainedClassifier) {
  const table = new Int8Array(inflateRawSync(Buffer.from(weights, 'base64')))
  const toVector = createVectorizer(features, values)

  return function classify(question: string[]): Likelihoods {
    const likelihoods = [...softmax(toVector(question), table, topics.length, scale)]
    const named = likelihoods.map((likelihood, at) => ({ topic: topics[at] as string, likelihood }))
    return named.sort((a, b) => b.likelihood - a.likelihood)
  }
}

/** Makes vectors from features; long questions weigh as much as short ones. */
export function createVectorizer(features: string[], values: number[]) {
  const known = new Map(features.map((feature, place) => [feature, { place, value: values[place] as number }]))
  return function toVector(question: string[]): Vector {
    const found = [...new Set(question)].flatMap((feature) => known.get(feature) ?? [])
    const length = Math.hypot(...found.map(({ value }) => value)) || 1
    return { places: found.map(({ place }) => place), values: found.map(({ value }) => value / length) }
  }
}

/** The likelihood of each topic; `table` has a row of topics for each place, in units of `scale`. */
export function softmax(
  { places, values }: Vector,
  table: Float32Array | Int8Array,
  topics: number,
  scale = 1,
): Float64Array {
  const scores = new Float64Array(topics)
  for (const [at, place] of places.entries()) {
    const row = place * topics
    const value = (values[at] ?? 0) * scale
    for (let topic = 0; topic < topics; topic++)
      scores[topic] = numberAt(scores, topic) + numberAt(table, row + topic) * value
  }
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

export function numberAt(numbers: ArrayLike<number>, place: number): number {
  return numbers[place] as number
}
