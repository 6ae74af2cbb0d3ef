import type { Env } from '@/lib/settings'
import { type Finding, found } from './findings'

/** Reads the tokens outstanding from every configured node. */
export async function checkChain(env: Env): Promise<Finding[]> {
  const nodes = env.CHAIN_RPC_URL ?? []
  // Imports late, because invalid settings are a finding too.
  const { tokenContracts } = await import('@/lib/chain/contracts')
  const { describeFailure } = await import('@/lib/chain/failure')
  const { readSupply } = await import('@/lib/chain/read-supply')
  const contracts = tokenContracts()
  if (nodes.length > 0 && contracts.length === 0)
    return [
      found.warning(
        'Chain',
        'brand.json names no token contract, so nothing is read.',
        'Add rows of the topics goldContract and silverContract (docs/brands.md).',
      ),
    ]
  const findings = nodes.map(async (url) => {
    const { host } = new URL(url)
    const reading = readSupply(url, env.CHAIN_ID, contracts)
    return reading.then(
      ({ block, gold, silver }) =>
        found.ok(
          'Chain',
          `${host}: block ${block}, gold ${gold}, silver ${silver}.`,
        ),
      (cause) => {
        const { kind, message } = describeFailure(cause)
        const advice = 'docs/operations.md explains the reasons (ChainUnread).'
        return found.error('Chain', `${host}: ${kind} (${message}).`, advice)
      },
    )
  })
  return Promise.all(findings)
}
