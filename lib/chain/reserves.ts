import {
  figuresOf,
  isCurrent,
  type Metal,
  type Report,
} from '@/lib/attestations/archive'
import { excessOf } from '@/lib/attestations/coverage'
import { loadArchive } from '@/lib/attestations/load'
import { minuteMs } from '@/lib/durations'
import { env } from '@/lib/env'
import { site } from '@/lib/site'
import { isSupplyRead, tokenContracts } from './contracts'
import { followSupply } from './follow-supply'
import { ageOf, type SupplyReading } from './reading'
import type { MetalReserves, ReservesJson } from './response-schema'

/** A reading younger than this counts as the current supply. */
const maxLiveMs = 5 * minuteMs

// A page without any reading waits this long for one.
const maxFirstMs = 1_500

/**
 * Returns the tokens outstanding next to the ounces last attested, or undefined
 * if no node or no contract is set. Waits up to `maxWaitMs` for a reading that
 * is due.
 */
export async function loadReserves(
  maxWaitMs = 0,
): Promise<ReservesJson | undefined> {
  if (!isSupplyRead()) return undefined
  const reading =
    (await followSupply(maxWaitMs)) ?? (await followSupply(maxFirstMs))
  const archive = (await loadArchive()) ?? []
  return reservesJson(archive, reading)
}

function reservesJson(
  archive: Report[],
  reading?: SupplyReading,
): ReservesJson {
  const ageMs = reading && ageOf(reading)
  return {
    state: stateOf(ageMs),
    chain_id: env.CHAIN_ID,
    network: site.claims.network ?? null,
    block: reading?.block ?? null,
    block_time: reading?.blockAt.toISOString() ?? null,
    read_at: reading?.readAt.toISOString() ?? null,
    age_seconds: ageMs === undefined ? null : Math.round(ageMs / 1000),
    gold: metalReserves('gold', archive, reading),
    silver: metalReserves('silver', archive, reading),
  }
}

function stateOf(ageMs: number | undefined): ReservesJson['state'] {
  if (ageMs === undefined) return 'unknown'
  return ageMs <= maxLiveMs ? 'live' : 'late'
}

function metalReserves(
  metal: Metal,
  archive: Report[],
  reading: SupplyReading | undefined,
): MetalReserves | null {
  const contract = tokenContracts().find((known) => known.metal === metal)
  if (!contract) return null
  const report = archive.find(
    (published) => isCurrent(published) && figuresOf(published, metal),
  )
  const tokens = reading?.[metal] ?? null
  const ounces = report?.[`${metal}Ounces`] ?? null
  return {
    contract: contract.address,
    decimals: contract.decimals,
    tokens,
    attested_ounces: ounces,
    attested_as_of: report?.asOf ?? null,
    report_id: report?.id ?? null,
    tokens_above_attested: ounces && tokens && excessAbove(tokens, ounces),
  }
}

function excessAbove(tokens: string, ounces: string): string {
  const excess = excessOf(tokens, ounces)
  return excess.startsWith('-') ? '0' : excess
}
