import { type Locale, mapLocales, routing } from '@/lib/i18n/routing'
import { readText } from '@/lib/text-file.mjs'
import {
  createVectorizer,
  hashFeature,
  softmax,
  type TrainedClassifier,
  type Vector,
} from './classifier'
import { featuresOf } from './lexicon'
import { fillNames, stemOf, wordsOf } from './words'

type Questions = Record<string, string[]>

/**
 * Training questions by language and label: a fact's id (`token.unit`), an
 * intent (`intent.offTopic`), or a follow-up to the previous answer
 * (`follow-up.when`).
 */
export const trainingQuestions = mapLocales((locale) =>
  parseQuestions(readText(`lib/chatbot/questions/${locale}.txt`) ?? ''),
)

function parseQuestions(text: string): Questions {
  const questions: Questions = {}
  let label = ''
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('# ')) continue
    const [, heading] = line.match(/^\[([\w.-]+)\]$/) ?? []
    if (heading !== undefined) label = heading
    questions[label] ??= []
    if (heading === undefined)
      questions[label]?.push(...line.split(' | ').map(fillNames))
  }
  return questions
}

/**
 * Returns the words of a language's questions that are spelled correctly.
 * Leaves out words that occur only once, in any form, because they may be
 * misspelled.
 */
export function taughtWords(locale: Locale): string[] {
  const questions = Object.values(trainingQuestions[locale]).flat()
  const words = questions.flatMap(wordsOf)
  const forms = Map.groupBy(words, (word) => stemOf(word, locale))
  const repeated = [...forms.values()].filter(({ length }) => length > 1)
  return [...new Set(repeated.flat())]
}

export function trainingExamples(): Example[] {
  return routing.locales.flatMap((locale) =>
    Object.entries(trainingQuestions[locale]).flatMap(([label, questions]) =>
      questions.map((question) => ({
        features: featuresOf(wordsOf(question), locale),
        label,
      })),
    ),
  )
}

type Example = { features: string[]; label: string }

type TrainingExample = { vector: Vector; label: number }

// Each pass visits the examples in a different order. The steps are primes, so
// that a pass visits every example.
const strides = [100_003, 110_017, 120_011, 130_003, 140_009]
const stepSize = 0.5
// The error below which an example is skipped, so that training is several
// times as fast and hard questions are answered better.
const negligible = 0.01
const smoothing = 1 / 15
// Letter groups and word pairs count less than words and concepts, because they
// are numerous.
const weights = { gram: 0.4, pair: 0.7 } as Record<string, number>

/**
 * Trains a multinomial logistic regression on tf-idf vectors with AdaGrad
 * (Duchi, Hazan and Singer, JMLR 12, 2011). The same examples give the same
 * model.
 */
export function trainClassifier(examples: Example[]): TrainedClassifier {
  const { hashes, values } = countFeatures(examples)
  const toVector = createVectorizer(hashes, values)
  const labels = [...new Set(examples.map(({ label }) => label))]
  const encoded = examples.map((example) => {
    return {
      vector: toVector(example.features),
      label: labels.indexOf(example.label),
    }
  })
  const table = new Float32Array(hashes.length * labels.length)
  const steps = new Float32Array(table.length).fill(1e-6)
  for (const stride of strides) {
    for (const index of encoded.keys()) {
      const example = encoded[(index * stride) % encoded.length]
      if (example) updateWeights(example, table, steps, labels.length)
    }
  }
  addCountRatios(encoded, table, labels.length)
  // Stores one byte per weight, which is precise enough at a quarter of the
  // size.
  const scale =
    table.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) / 127
  return {
    labels,
    hashes,
    values,
    scale,
    weights: Int8Array.from(table, (weight) => Math.round(weight / scale)),
  }
}

function countFeatures(examples: Example[]) {
  const counts = new Map<string, number>()
  for (const { features } of examples) {
    for (const feature of new Set(features))
      counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  const worth = new Map<number, number>()
  for (const [feature, count] of counts) {
    const weight = weights[feature.split(' ', 1)[0] ?? '']
    // Skips features that occur only once, because they are noise and make up
    // half of all features.
    if (count === 1) continue
    worth.set(
      hashFeature(feature),
      (weight ?? 1) * Math.log(1 + examples.length / count),
    )
  }
  const hashes = Uint32Array.from(worth.keys()).sort()
  return {
    hashes,
    values: Float32Array.from(hashes, (hash) => worth.get(hash) as number),
  }
}

function updateWeights(
  { vector, label }: TrainingExample,
  table: Float32Array,
  steps: Float32Array,
  labelCount: number,
) {
  const errors = softmax(vector, table, labelCount)
  errors[label] = (errors[label] as number) - 1
  const columns = [...errors.keys()].filter(
    (column) => Math.abs(errors[column] as number) >= negligible,
  )
  for (const [position, feature] of vector.features.entries()) {
    const value = vector.values[position] as number
    for (const column of columns) {
      const index = feature * labelCount + column
      const gradient = (errors[column] as number) * value
      const step = (steps[index] as number) + gradient * gradient
      steps[index] = step
      table[index] =
        (table[index] as number) - (stepSize / Math.sqrt(step)) * gradient
    }
  }
}

/**
 * Adds naive Bayes log-count ratios to the learned weights, because with few
 * examples the combination is more often right (Wang and Manning, "Baselines
 * and bigrams", ACL 2012).
 */
function addCountRatios(
  examples: TrainingExample[],
  table: Float32Array,
  labelCount: number,
) {
  const shares = new Float32Array(table.length)
  const sizes = new Float32Array(labelCount)
  for (const { label } of examples) sizes[label] = (sizes[label] as number) + 1
  for (const { vector, label } of examples) {
    for (const feature of vector.features) {
      const index = feature * labelCount + label
      shares[index] = (shares[index] as number) + 1 / (sizes[label] as number)
    }
  }
  for (let row = 0; row < table.length; row += labelCount) {
    const mean =
      shares
        .subarray(row, row + labelCount)
        .reduce((sum, share) => sum + share, 0) / labelCount
    for (let index = row; index < row + labelCount; index++) {
      const ratio = ((shares[index] as number) + smoothing) / (mean + smoothing)
      table[index] = (table[index] as number) + Math.log(ratio)
    }
  }
}
