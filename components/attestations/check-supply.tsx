import { useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { metals } from '@/lib/attestations/archive'
import { selectors } from '@/lib/chain/read-supply'
import type { ReservesJson } from '@/lib/chain/response-schema'

/** The calls that read the supply, for a visitor's own node. */
export function CheckSupply({ reserves }: { reserves: ReservesJson }) {
  const t = useTranslations('LiveSupply.check')
  const known = metals.flatMap((metal) => {
    const contract = reserves[metal]
    return contract ? [{ metal, ...contract }] : []
  })
  return (
    <details className="history">
      <summary>{t('summary')}</summary>
      <p className="soft">
        {t('intro', { units: `10^${known[0]?.decimals}` })}{' '}
        <a href="/api/reserves">{t('json')}</a>
      </p>
      <dl className="commands">
        {known.map(({ metal, contract, decimals }) => (
          <Fragment key={metal}>
            <Command label={t(`curl.${metal}`)} code={curlCall(contract)} />
            <Command
              label={t(`viem.${metal}`)}
              code={viemCall(contract, decimals)}
            />
          </Fragment>
        ))}
      </dl>
    </details>
  )
}

function Command({ label, code }: { label: string; code: string }) {
  return (
    <div>
      <dt className="small">{label}</dt>
      <dd>
        <code>
          {code.split('\n').map((line) => (
            <Fragment key={line}>
              {line}
              <br />
            </Fragment>
          ))}
        </code>
      </dd>
    </div>
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
