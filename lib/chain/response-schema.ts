import { z } from 'zod'
import { decimalPattern } from '@/lib/attestations/decimal'

const figure = z.string().regex(decimalPattern).nullable()
const time = z.iso.datetime().nullable()

const metalSchema = z
  .strictObject({
    contract: z.string().describe('The address of the token contract.'),
    decimals: z
      .int()
      .describe(
        'The token’s number of decimals, which is the same in the brand and in the contract.',
      ),
    tokens: figure.describe('totalSupply at the block, as a decimal.'),
    attested_ounces: figure.describe(
      'Fine troy ounces held, from the latest report with figures.',
    ),
    attested_as_of: z.iso.date().nullable(),
    report_id: z.uuid().nullable(),
    tokens_above_attested: figure.describe(
      'Tokens beyond the ounces last attested; "0" if there are none.',
    ),
  })
  .nullable()
  .describe('Null if the brand names no contract for the metal.')

export const reservesSchema = z.strictObject({
  state: z
    .enum(['live', 'late', 'unknown'])
    .describe(
      'live: the block is at most 5 minutes old. late: at most an hour. unknown: there is no such reading, so the figures from the chain are null.',
    ),
  chain_id: z.int().describe('EIP-155.'),
  network: z.string().nullable(),
  block: z
    .int()
    .nullable()
    .describe('The finalized block at which the contracts were read.'),
  block_time: time,
  read_at: time,
  age_seconds: z.int().nullable().describe('The age of the block.'),
  gold: metalSchema,
  silver: metalSchema,
})

export type ReservesJson = z.infer<typeof reservesSchema>
export type MetalReserves = NonNullable<ReservesJson['gold']>
