import { getDatabase } from '@/lib/database/client'
import { env } from '@/lib/env'
import type { TokenContract } from './contracts'
import type { SupplyReading } from './reading'

const fields = {
  block: true,
  blockAt: true,
  readAt: true,
  gold: true,
  silver: true,
} as const

export async function loadReading(
  contracts: TokenContract[],
): Promise<SupplyReading | undefined> {
  const database = await getDatabase()
  const reading = await database.chainReading.findUnique({
    where: { id: idOf(contracts) },
    select: fields,
  })
  return reading ?? undefined
}

export async function saveReading(
  contracts: TokenContract[],
  reading: SupplyReading,
) {
  const database = await getDatabase()
  const id = idOf(contracts)
  await database.chainReading.upsert({
    where: { id },
    create: { id, ...reading },
    update: reading,
    select: { id: true },
  })
}

function idOf(contracts: TokenContract[]): string {
  const addresses = contracts.map(({ address }) => address)
  return [env.CHAIN_ID, ...addresses].join(' ')
}
