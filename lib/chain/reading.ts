import type { Metal } from '@/lib/attestations/archive'
import { hourMs } from '@/lib/durations'

/**
 * The tokens outstanding at one final block, as decimal strings; null for a
 * metal without a contract.
 */
export type SupplyReading = Record<Metal, string | null> & {
  block: number
  blockAt: Date
  readAt: Date
}

/**
 * Hides an older reading, because it no longer shows how many tokens exist now.
 */
const maxShownMs = hourMs

export function ageOf({ blockAt }: SupplyReading): number {
  return Math.max(0, Date.now() - blockAt.getTime())
}

export function isShown(reading: SupplyReading): boolean {
  return ageOf(reading) <= maxShownMs
}
