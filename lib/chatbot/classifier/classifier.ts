/**
 * The file that training writes the classifier to and the server reads it from,
 * relative to the working directory.
 */
export const trainedClassifier =
  'lib/chatbot/classifier/generated/classifier.bin'

/**
 * The trained model: the sorted `hashes` of the features, the features'
 * `values` in a question's vector, and `weights` (feature × label, in units of
 * `scale`).
 */
export type TrainedClassifier = {
  labels: string[]
  hashes: Uint32Array
  values: Float32Array
  scale: number
  weights: Int8Array
}

export type Likelihoods = { label: string; likelihood: number }[]

export type Vector = { features: number[]; values: number[] }

export function createClassifier({
  labels,
  hashes,
  values,
  scale,
  weights,
}: TrainedClassifier) {
  const toVector = createVectorizer(hashes, values)

  return function classify(question: string[]): Likelihoods {
    const likelihoods = [
      ...softmax(toVector(question), weights, labels.length, scale),
    ]
    const named = likelihoods.map((likelihood, index) => ({
      label: labels[index] as string,
      likelihood,
    }))
    return named.sort((a, b) => b.likelihood - a.likelihood)
  }
}

export function createVectorizer(
  hashes: Uint32Array,
  values: ArrayLike<number>,
) {
  return function toVector(question: string[]): Vector {
    const features = [...new Set(question)]
      .map((feature) => indexOf(hashFeature(feature), hashes))
      .filter((index) => index >= 0)
    const weights = features.map((feature) => values[feature] as number)
    const length = Math.hypot(...weights) || 1
    return { features, values: weights.map((value) => value / length) }
  }
}

/**
 * Returns the index of a hash in the sorted array, or -1. Uses a binary search,
 * because a map would need 60,000 entries.
 */
function indexOf(hash: number, hashes: Uint32Array): number {
  let start = 0
  let end = hashes.length
  while (start < end) {
    const middle = (start + end) >> 1
    if ((hashes[middle] as number) < hash) start = middle + 1
    else end = middle
  }
  return hashes[start] === hash ? start : -1
}

/**
 * Returns the 32-bit FNV-1a hash of a feature. Among 50,000 features, the
 * chance that any two share a hash is 25% (1 − e^(−n² / (2 · 2³²))). It would
 * reach 50% at 77,000 features.
 */
export function hashFeature(feature: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < feature.length; index++)
    hash = Math.imul(hash ^ feature.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/**
 * Returns the likelihood of each label. `table` has a row of labels per
 * feature, in units of `scale`.
 */
export function softmax(
  { features, values }: Vector,
  table: Float32Array | Int8Array,
  labelCount: number,
  scale = 1,
): Float64Array {
  const scores = new Float64Array(labelCount)
  for (const [index, feature] of features.entries()) {
    const row = feature * labelCount
    const value = (values[index] ?? 0) * scale
    for (let label = 0; label < labelCount; label++)
      scores[label] =
        (scores[label] as number) + (table[row + label] as number) * value
  }
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

export function isFact(label: string): boolean {
  return !label.startsWith('intent.')
}
