import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import languages from '../languages.json' with { type: 'json' }
import topics from './topics.json' with { type: 'json' }

/**
 * The topics that institutional buyers look for, each with the heading under
 * which it appears, what it covers and why buyers ask. A brand may have several
 * rows per topic. The FAQ, the assistant, the footer and the structured data
 * pick rows by topic.
 */
export { topics }

export type Topic = keyof typeof topics
export type Group = 'company' | 'metal' | 'token' | 'terms' | 'service' | 'risk'

export const topicNames = Object.keys(topics) as Topic[]

/** Returns the heading that a topic appears under. */
export function groupOf(topic: Topic): Group {
  return topics[topic].group as Group
}

export const line = z.string('must be text').trim().min(1, 'must not be empty')
export const locales = Object.keys(languages) as (keyof typeof languages)[]

/** Missing languages show English. */
export const textByLanguage = z
  .partialRecord(z.enum(locales), line)
  .refine(({ en }) => en !== undefined, 'must contain the English text (en)')

const expected = `must be a text, or texts by language (${locales.join(', ')}) with at least English, en`

/** One text for all languages, or one per language. */
const words = z.union([line, textByLanguage], expected)

const https = z.url({
  protocol: /^https$/,
  error: 'must be an https:// address',
})

const row = z.strictObject({
  topic: z.enum(topicNames, `must be one of ${topicNames.join(', ')}`),
  label: words,
  value: z
    .union(
      [words, z.array(words).nonempty()],
      `${expected}, or a list of these`,
    )
    .refine(
      (value) =>
        typeof value !== 'string' ||
        !value.startsWith('0x') ||
        isContract(value),
      'must be 0x and 40 hexadecimal digits with the checksum of EIP-55: copy it from the explorer',
    ),
  link: z
    .union(
      [https, z.email()],
      'must be an https:// address or an e-mail address',
    )
    .optional(),
  /** Shows the row on the certificate of this metal. */
  metal: z.enum(['gold', 'silver'], 'must be gold or silver').optional(),
  /** Where the statement can be verified, such as an entry in a register. */
  source: https.optional(),
})

/** Topics that name a company, which the product page may list as a party. */
const partyTopics = [
  'legalEntity',
  'vaults',
  'attestor',
  'insurance',
  'title',
  'tokenCustody',
  'financialAuditor',
] as const satisfies Topic[]

const partySchema = z.strictObject({
  topic: z.enum(partyTopics, `must be one of ${partyTopics.join(', ')}`),
  name: line,
  /** The company's license, standard or place. */
  detail: words.optional(),
})

export const disclosuresSchema = z
  .strictObject({
    examples: z.boolean().default(false),
    rows: z.array(row).default([]),
    /** The companies that the product page names first, in this order. */
    parties: z.array(partySchema).default([]),
  })
  .superRefine(({ rows, parties }, { addIssue }) => {
    for (const [index, { topic, name }] of parties.entries()) {
      const isDisclosed = rows.some(
        (row) =>
          row.topic === topic && JSON.stringify(row.value).includes(name),
      )
      if (!isDisclosed)
        addIssue({
          code: 'custom',
          path: ['parties', index, 'name'],
          message: `must be named in a row about ${topic}`,
        })
    }
  })

export type PartyTopic = (typeof partyTopics)[number]
export type BrandDisclosures = z.output<typeof disclosuresSchema>
export type LocalizedText = z.output<typeof words>

/** Topics without a row, except contracts of metals that the brand lacks. */
export function missingTopics(
  { rows }: BrandDisclosures,
  metals: readonly string[],
): Topic[] {
  const isOfOtherMetal = (topic: Topic) =>
    topic.endsWith('Contract') &&
    !metals.includes(topic.replace('Contract', ''))
  return topicNames.filter(
    (topic) =>
      !isOfOtherMetal(topic) && !rows.some((row) => row.topic === topic),
  )
}

/**
 * Whether a text is a contract address with valid checksum capitals (EIP-55).
 */
export function isContract(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false
  const digits = text.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  // A letter is upper-case if the corresponding digit of the hash of the
  // lower-case address is 8 or more.
  const letters = [...digits].map((digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return text === `0x${letters.join('')}`
}
