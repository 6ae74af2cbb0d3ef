import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement } from 'react'
import {
  afterAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { GET as readReserves } from '@/app/api/reserves/route'
import { CheckSupply } from '@/components/attestations/check-supply'
import { demoReading } from '@/lib/attestations/demo'
import { saveReport } from '@/lib/attestations/report-store'
import { forgetSupply } from '@/lib/chain/follow-supply'
import { startDemoChain } from '@/scripts/demo-chain'
import { hasAnvil, startAnvil, stopAnvils } from '../support/anvil'
import { siteRequest, validReport } from '../support/attestations'
import { catalog } from '../support/catalog'
import { runSql } from '../support/database'
import { renderIn } from '../support/render'
import { setForTest } from '../support/settings'
import { listen } from '../support/sinks'

afterAll(stopAnvils)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'], now: Date.now() })
  await runSql('DELETE FROM "ChainReading"')
  forgetSupply()
})

type Chain = Awaited<ReturnType<typeof startAnvil>>

function useNodes(...nodes: { url: string }[]) {
  setForTest({ CHAIN_RPC_URL: nodes.map(({ url }) => url).join(',') })
}

async function reserves() {
  return (await readReserves(siteRequest('GET', '/api/reserves'))).json()
}

/** Mines enough blocks to finalize all earlier ones, and lets a minute pass. */
async function settle(chain: Chain) {
  await chain.mine(2)
  vi.advanceTimersByTime(60_000)
}

describe.skipIf(!hasAnvil)('on a real chain', () => {
  it('the demo’s chain has the supply that the demo invents', async () => {
    const url = (await startDemoChain()) ?? ''
    useNodes({ url })

    const { gold, silver } = demoReading()
    expect(await reserves()).toMatchObject({
      state: 'live',
      gold: { tokens: gold },
      silver: { tokens: silver },
    })
  })

  it('a mint or burn shows a minute later, with its block', async () => {
    const chain = await startAnvil()
    useNodes(chain)
    await chain.change('mint', 'gold', 64_000)
    await chain.change('mint', 'silver', 1_000)
    await settle(chain)
    const minted = await reserves()

    await chain.change('burn', 'gold', 40)
    await settle(chain)
    const burned = await reserves()

    expect(minted.gold.tokens).toBe('64000')
    expect(burned.gold.tokens).toBe('63960')
    expect(burned.silver.tokens).toBe('1000')
    expect(burned.block - minted.block).toBe(3)
  })

  it('a supply above the ounces last attested is reported', async () => {
    await saveReport({ ...validReport, replaces: null }, 'anvil', 'tester')
    const chain = await startAnvil()
    useNodes(chain)
    await chain.change('mint', 'gold', 41_251)
    await settle(chain)

    const { gold } = await reserves()

    expect(gold.attested_ounces).toBe('41250.125')
    expect(gold.tokens_above_attested).toBe('0.875')
  })

  it('a block that a reorganization removes is never shown', async () => {
    const chain = await startAnvil()
    useNodes(chain)
    await chain.change('mint', 'gold', 100)
    await settle(chain)
    const before = await chain.ask('evm_snapshot')
    await chain.change('mint', 'gold', 5)
    const during = await reserves()

    await chain.ask('evm_revert', before)
    await chain.change('mint', 'gold', 7)
    await settle(chain)
    const after = await reserves()

    expect(during.gold.tokens).toBe('100')
    expect(after.gold.tokens).toBe('107')
  })

  it('the last reading stays while the chain is rolled back', async () => {
    const chain = await startAnvil()
    useNodes(chain)
    await settle(chain)
    const start = await chain.ask('evm_snapshot')
    await chain.change('mint', 'gold', 100)
    await settle(chain)
    const first = await reserves()

    await chain.ask('evm_revert', start)
    await settle(chain)
    const setBack = await reserves()
    await chain.mine(3)
    await settle(chain)
    const passed = await reserves()

    expect(setBack).toMatchObject({ block: first.block })
    expect(setBack.gold.tokens).toBe('100')
    expect(passed.gold.tokens).toBe('0')
  })

  it('another node is asked if the first is behind the chain', async () => {
    const [behind, chain] = [await startAnvil(), await startAnvil()]
    useNodes(chain)
    await chain.mine(20)
    await chain.change('mint', 'gold', 100)
    await settle(chain)
    await reserves()
    useNodes(behind, chain)
    await chain.change('mint', 'gold', 1)
    await settle(chain)

    const { gold } = await reserves()

    expect(gold.tokens).toBe('101')
  })

  const wrong = {
    'another chain': { chainId: 1 },
    'other decimals': { decimals: 6 },
  }
  for (const [name, options] of Object.entries(wrong))
    it(`a node that reports ${name} is not used`, async () => {
      const chain = await startAnvil(options)
      useNodes(chain)
      await chain.change('mint', 'gold', 100)
      await settle(chain)

      const { state, gold } = await reserves()

      expect(state).toBe('unknown')
      expect(gold.tokens).toBeNull()
    })

  it('the next node is asked after one hangs and another refuses', async () => {
    const hanging = await listen(createServer(() => undefined))
    const refusing = await listen(
      createServer((_, response) => response.writeHead(429).end()),
    )
    onTestFinished(async () => {
      await Promise.all([hanging.close(), refusing.close()])
    })
    const chain = await startAnvil()
    const urlOf = ({ port }: { port: number }) => ({
      url: `http://127.0.0.1:${port}/`,
    })
    useNodes(urlOf(hanging), urlOf(refusing), chain)
    await chain.change('mint', 'gold', 100)
    await settle(chain)
    await reserves()

    await expect.poll(async () => (await reserves()).gold.tokens).toBe('100')
  })

  it('the curl and viem calls that visitors are shown print the supply', async () => {
    const chain = await startAnvil()
    useNodes(chain)
    await chain.change('mint', 'gold', 63_960)
    await settle(chain)
    const html = renderIn(
      'en',
      catalog('en'),
      createElement(CheckSupply, { reserves: await reserves() }),
    )
    const [curl = '', viem = ''] = codesIn(parse(html))
    const run = (program: string, ...args: string[]) =>
      promisify(execFile)(program, args, {
        cwd: 'tests/tools',
        env: { ...process.env, RPC: chain.url },
      })

    const answered = await run('sh', '-c', curl)
    const printed = await run(
      process.execPath,
      '--input-type=module',
      '--eval',
      viem,
    )

    expect(BigInt(JSON.parse(answered.stdout).result)).toBe(
      63_960n * 10n ** 18n,
    )
    expect(printed.stdout.trim()).toBe('63960')
  })
})

/** The texts of code elements, a line for each line break. */
function codesIn(node: Tree.Node): string[] {
  if (node.nodeName === 'code') return [textOf(node)]
  return 'childNodes' in node ? node.childNodes.flatMap(codesIn) : []
}

function textOf(node: Tree.Node): string {
  if (node.nodeName === 'br') return '\n'
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}
