import type { Metal } from '@/lib/attestations/archive'
import { disclosureRows } from '@/lib/disclosures/rows'
import { env } from '@/lib/env'
import { routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'

export type TokenContract = { metal: Metal; address: string; decimals: number }

/** Returns the token contracts that the brand names in its disclosures. */
export function tokenContracts(): TokenContract[] {
  return site.metals.flatMap((metal) => {
    const rows = disclosureRows(routing.defaultLocale, [`${metal}Contract`])
    const values = rows.flatMap((row) => row.values)
    const address = values.find(({ code }) => code)?.text
    return address
      ? [{ metal, address, decimals: site.chain.decimals[metal] }]
      : []
  })
}

/**
 * Whether a node is set (or this is the demonstration) and the brand has a
 * contract to read.
 */
export function isSupplyRead(): boolean {
  const isRead = env.CHAIN_RPC_URL !== undefined || env.DEMO
  return isRead && tokenContracts().length > 0
}
