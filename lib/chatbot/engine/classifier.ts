/**
 * What speaks for which topic, as JSON: the features in the order of their places, how much each counts in a question
 * (inverse document frequency), and base64 of one signed byte a feature and topic, in units of `scale`.
 */
export type TrainedClassifier = {
  topics: string[]
  features: string[]
  values: number[]
  scale: number
  weights: string
}

/** How likely a question is about each topic, from 0 to 1, the likeliest first; together they make 1. */
export type Likelihoods = { topic: string; likelihood: number }[]

/** The features of a question that are known, by place, and what each counts; of length 1 as a vector. */
export type Vector = { places: number[]; values: number[] }

/** Makes a function that says what a question's features are about. */
export function createClassifier({ topics, features, values, scale, weights }: TrainedClassifier) {
  const table = Float32Array.from(new Int8Array(Buffer.from(weights, 'base64')), (byte) => byte * scale)
  const toVector = createVectorizer(features, values)

  return function classify(question: string[]): Likelihoods {
    const likelihoods = [...softmax(toVector(question), table, topics.length)]
    const named = likelihoods.map((likelihood, at) => ({ topic: topics[at] as string, likelihood }))
    return named.sort((a, b) => b.likelihood - a.likelihood)
  }
}

/** Turns features into vectors; long questions weigh as much as short ones. */
export function createVectorizer(features: string[], values: number[]) {
  const known = new Map(features.map((feature, place) => [feature, { place, value: values[place] as number }]))
  return function toVector(question: string[]): Vector {
    const found = [...new Set(question)].flatMap((feature) => known.get(feature) ?? [])
    const length = Math.hypot(...found.map(({ value }) => value)) || 1
    return { places: found.map(({ place }) => place), values: found.map(({ value }) => value / length) }
  }
}

/** The likelihood of each topic, from a table of weights with a row of topics for each place. */
export function softmax({ places, values }: Vector, table: Float32Array, topics: number): Float64Array {
  const scores = new Float64Array(topics)
  for (const [at, place] of places.entries()) {
    const row = place * topics
    const value = values[at] ?? 0
    for (let topic = 0; topic < topics; topic++)
      scores[topic] = numberAt(scores, topic) + numberAt(table, row + topic) * value
  }
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/** A number of an array, which is there. */
export function numberAt(numbers: ArrayLike<number>, place: number): number {
  return numbers[place] as number
}
