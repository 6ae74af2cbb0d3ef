import { useTranslations } from 'next-intl'
import { metals } from '@/lib/attestations/archive'
import { selectors } from '@/lib/chain/read-supply'
import type { ReservesJson } from '@/lib/chain/response-schema'
import { Commands } from './commands'

/** Lists the calls that read the supply, for a visitor's own node. */
export function CheckSupply({ reserves }: { reserves: ReservesJson }) {
  const t = useTranslations('LiveSupply.check')
  const contracts = metals.flatMap((metal) => {
    const known = reserves[metal]
    return known ? [{ metal, ...known }] : []
  })
  const commands = contracts.flatMap(({ metal, contract, decimals }) => [
    [t(`curl.${metal}`, { units: `10^${decimals}` }), curlCall(contract)],
    [t(`viem.${metal}`), viemCall(contract, decimals)],
  ])
  return (
    <details className="history">
      <summary>{t('summary')}</summary>
      <p className="soft">
        {t('intro')} <a href="/api/reserves">{t('json')}</a>
      </p>
      <Commands code={Object.fromEntries(commands)} />
    </details>
  )
}

function curlCall(contract: string): string {
  return `curl "$RPC" -H 'Content-Type: application/json' \\
--data '{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"${contract}","data":"${selectors.totalSupply}"},"finalized"]}'`
}

function viemCall(contract: string, decimals: number): string {
  return `import { createPublicClient, erc20Abi, formatUnits, http } from 'viem'
const node = createPublicClient({ transport: http(process.env.RPC) })
const units = await node.readContract({
address: '${contract}',
abi: erc20Abi, functionName: 'totalSupply', blockTag: 'finalized',
})
console.log(formatUnits(units, ${decimals}))`
}
