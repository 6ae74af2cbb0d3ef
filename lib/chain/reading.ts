import type { Metal } from '@/lib/attestations/archive'
import { hourMs } from '@/lib/durations'

/**
 * The tokens outstanding at one finalized block, as decimal strings, or null
 * for a metal without a contract.
 */
export type SupplyReading = Record<Metal, string | null> & {
  block: number
  blockAt: Date
  readAt: Date
}

/**
 * The age from which a reading is no longer shown, because it may not show how
 * many tokens exist now.
 */
const maxShownMs = hourMs

export function ageOf({ blockAt }: SupplyReading): number {
  return Math.max(0, Date.now() - blockAt.getTime())
}

export function isShown(reading: SupplyReading): boolean {
  return ageOf(reading) <= maxShownMs
}
