import { z } from 'zod'
import { decimalPattern, fromUnits } from '@/lib/attestations/decimal'
import { minuteMs } from '@/lib/durations'
import { withTimeLimit } from '@/lib/time-limit'
import type { TokenContract } from './contracts'
import { ChainFailure } from './failure'
import { callNode } from './json-rpc'
import type { SupplyReading } from './reading'

/** The first four bytes of keccak-256 of `totalSupply()` and `decimals()`. */
export const selectors = {
  totalSupply: '0x18160ddd',
  decimals: '0x313ce567',
} as const

const maxMs = 3_000

// The most that a block may be behind or ahead of the clock, because a node may
// follow the chain slowly or not at all, and its clock may be ahead.
const maxBlockAgeMs = 15 * minuteMs
const maxAheadMs = 2 * minuteMs

// The largest block number that the database can store, in 32 bits.
const maxBlock = 2 ** 31 - 1

const quantity = z
  .string()
  .regex(/^0x[\da-f]{1,10}$/i)
  .transform(Number)
const word = z
  .string()
  .regex(/^0x[\da-f]{64}$/i)
  .transform(BigInt)
const blockSchema = z.object({
  number: quantity.refine((number) => number <= maxBlock),
  timestamp: quantity,
})

type CallNode = <Answer>(
  schema: z.ZodType<Answer>,
  method: string,
  ...params: unknown[]
) => Promise<Answer>

/**
 * Reads the supply of the contracts from one node, all at the same finalized
 * block. Rejects after three seconds, or if the node serves another chain, is
 * behind, or reports decimals that differ from the brand's.
 */
export function readSupply(
  url: string,
  chainId: number,
  contracts: TokenContract[],
): Promise<SupplyReading> {
  return withTimeLimit(maxMs, undefined, async (signal) => {
    const ask: CallNode = async (schema, method, ...params) => {
      const result = await callNode(url, method, params, { maxMs, signal })
      const { success, data } = schema.safeParse(result)
      if (success) return data
      throw new ChainFailure(
        'malformed',
        `${method}: the answer has an unexpected form`,
      )
    }
    const [servedId, { number, timestamp }] = await Promise.all([
      ask(quantity, 'eth_chainId'),
      ask(blockSchema, 'eth_getBlockByNumber', 'finalized', false),
    ])
    if (servedId !== chainId)
      throw new ChainFailure('wrong_chain', `chain ${servedId}`)
    const blockAt = new Date(timestamp * 1000)
    checkAge(Date.now() - blockAt.getTime())
    const block = `0x${number.toString(16)}`
    const supplies = await Promise.all(
      contracts.map((contract) => readContract(ask, contract, block)),
    )
    const none = { gold: null, silver: null }
    const tokens = { ...none, ...Object.fromEntries(supplies) }
    return { ...tokens, block: number, blockAt, readAt: new Date() }
  })
}

function checkAge(ageMs: number) {
  const detail = `the block is ${Math.round(ageMs / 1000)} s old`
  if (ageMs > maxBlockAgeMs) throw new ChainFailure('behind', detail)
  if (ageMs < -maxAheadMs) throw new ChainFailure('malformed', detail)
}

async function readContract(
  ask: CallNode,
  { metal, address: to, decimals }: TokenContract,
  block: string,
): Promise<[metal: TokenContract['metal'], tokens: string]> {
  const call = (data: string) => ask(word, 'eth_call', { to, data }, block)
  const [supply, stated] = await Promise.all([
    call(selectors.totalSupply),
    call(selectors.decimals),
  ])
  if (stated !== BigInt(decimals))
    throw new ChainFailure(
      'wrong_decimals',
      `${metal}: ${stated} decimals instead of ${decimals}`,
    )
  const tokens = fromUnits(supply, decimals)
  if (!decimalPattern.test(tokens))
    throw new ChainFailure('malformed', `${metal}: more than 10^15 tokens`)
  return [metal, tokens]
}
