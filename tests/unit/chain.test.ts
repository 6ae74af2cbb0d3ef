import type { RequestListener, Server } from 'node:http'
import { createElement } from 'react'
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from 'vitest'
import { GET as readReserves } from '@/app/api/reserves/route'
import { CheckSupply } from '@/components/attestations/check-supply'
import { loadReportsState } from '@/lib/attestations/load'
import { saveReport } from '@/lib/attestations/report-store'
import { tokenContracts } from '@/lib/chain/contracts'
import { forgetSupply } from '@/lib/chain/follow-supply'
import { hourMs, minuteMs } from '@/lib/durations'
import { metricsText } from '@/lib/health/metrics-text'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { siteRequest, validReport } from '../support/attestations'
import { catalog } from '../support/catalog'
import { runSql, selectColumn, withoutTable } from '../support/database'
import { type InventedChain, startInventedNode } from '../support/invented-node'
import { renderIn } from '../support/render'
import { setForTest } from '../support/settings'

const [gold, silver] = tokenContracts()
const one = 10n ** 18n
const servers: Server[] = []

afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

beforeAll(() =>
  saveReport({ ...validReport, replaces: null }, 'chain-test', 'tester'),
)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  vi.setSystemTime('2026-02-12T14:32:15Z')
  await runSql('DELETE FROM "ChainReading"')
  forgetSupply()
})

/** Starts a node with 41,250 gold and 1,000 silver tokens. */
async function startNode(fault?: RequestListener) {
  const goldSupply = { supply: 41_250n * one, decimals: 18 }
  const chain: InventedChain = {
    id: 137,
    block: 81_204_113,
    at: new Date('2026-02-12T14:32:07Z'),
    contracts: {
      [gold?.address ?? '']: goldSupply,
      [silver?.address ?? '']: { supply: 1000n * one + 1n, decimals: 18 },
    },
  }
  const node = { chain, fault, asked: 0, gold: goldSupply }
  const { url, server } = await startInventedNode(
    () => node.chain,
    (answer) => (request, response) => {
      node.asked++
      const answerOrFail = node.fault ?? answer
      return answerOrFail(request, response)
    },
  )
  servers.push(server)
  return Object.assign(node, { url })
}

function useNodes(...nodes: { url: string }[]) {
  setForTest({ CHAIN_RPC_URL: nodes.map(({ url }) => url).join(',') })
}

async function reserves() {
  const answer = await readReserves(siteRequest('GET', '/api/reserves'))
  return {
    cache: answer.headers.get('cache-control'),
    ...(await answer.json()),
  }
}

/** Returns the number of readings since the start, by outcome. */
async function outcomes(): Promise<Record<string, number>> {
  const { values } = await metrics.chainReads.get()
  return Object.fromEntries(
    values.map(({ labels, value }) => [labels.outcome, value]),
  )
}

function wait(ms: number) {
  vi.advanceTimersByTime(ms)
}

it('the reserves show supply, block and time next to the ounces last attested', async () => {
  useNodes(await startNode())

  const answer = await reserves()

  expect(answer).toMatchObject({
    state: 'live',
    block: 81_204_113,
    block_time: '2026-02-12T14:32:07.000Z',
    gold: {
      tokens: '41250',
      attested_ounces: '41250.125',
      attested_as_of: '2025-01-31',
      tokens_above_attested: '0',
    },
    silver: {
      tokens: '1000.000000000000000001',
      tokens_above_attested: '0.010000000000000001',
    },
  })
})

it('GET /api/reserves returns 404 if no node is configured', async () => {
  const answer = await readReserves(siteRequest('GET', '/api/reserves'))

  expect(answer.status).toBe(404)
})

describe('a reading of the supply', () => {
  it('happens at most once per minute', async () => {
    const node = await startNode()
    useNodes(node)
    await Promise.all([reserves(), reserves()])
    const perReading = node.asked

    wait(59_000)
    await reserves()

    expect(node.asked).toBe(perReading)
  })

  it('does not happen until someone asks', async () => {
    const node = await startNode()
    useNodes(node)
    await reserves()
    const perReading = node.asked

    wait(hourMs)

    expect(node.asked).toBe(perReading)
  })

  it('happens again when someone asks an hour later', async () => {
    const node = await startNode()
    useNodes(node)
    await reserves()
    const perReading = node.asked
    wait(hourMs)
    useBlockOfNow(node)

    await reserves()

    expect(node.asked).toBe(2 * perReading)
  })

  it.each([
    { seconds: 58, readings: 1 },
    { seconds: 60, readings: 2 },
  ])(
    'that was slow has happened $readings times after $seconds seconds',
    async ({ seconds, readings }) => {
      const slow = await startNode((request, response) => {
        wait(2_000)
        fail(500)(request, response)
      })
      const node = await startNode()
      useNodes(slow, node)
      await reserves()
      const perReading = node.asked
      useNodes(node)
      wait(seconds * 1000)

      await reserves()

      expect(node.asked).toBe(readings * perReading)
    },
  )

  it('may be cached until the next one is due', async () => {
    useNodes(await startNode())
    const first = await reserves()
    wait(40_000)
    const second = await reserves()

    expect(first.cache).toBe('public, max-age=60')
    expect(second.cache).toBe('public, max-age=20')
  })

  it('survives a restart and serves other processes', async () => {
    const node = await startNode()
    useNodes(node)
    await reserves()
    const { asked } = node

    forgetSupply()
    const answer = await reserves()

    expect(answer.gold.tokens).toBe('41250')
    expect(node.asked).toBe(asked)
  })

  it('is shown even if the database cannot store it', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue()
    useNodes(await startNode())

    const shown = await withoutTable('ChainReading', reserves)

    expect(shown).toMatchObject({ state: 'live', gold: { tokens: '41250' } })
    expect(logged.mock.calls.map(([, message]) => message)).toEqual([
      'the last reading of the tokens outstanding could not be loaded',
      'a reading of the tokens outstanding could not be stored',
    ])
  })

  it('makes the pages in memory render again', async () => {
    const node = await startNode()
    useNodes(node)
    const before = await revision()

    await reserves()
    const after = await revision()
    wait(60_000)
    await reserves()
    const later = await revision()

    expect(new Set([before, after, later]).size).toBe(3)
  })

  it('is shown with its age for an hour and is then hidden', async () => {
    const node = await startNode()
    useNodes(node)
    await reserves()
    node.fault = fail(500)

    wait(20 * minuteMs)
    const late = await reserves()
    wait(41 * minuteMs)
    const unknown = await reserves()

    expect(late).toMatchObject({ state: 'late', age_seconds: 1208 })
    expect(late.gold.tokens).toBe('41250')
    expect(unknown).toMatchObject({ state: 'unknown', block: null })
    expect(unknown.gold).toMatchObject({
      tokens: null,
      attested_ounces: '41250.125',
    })
  })
})

describe('a node', () => {
  const faults: {
    fault: string
    outcome: string
    cause: (node: Node) => void
  }[] = [
    {
      fault: 'answers 429',
      outcome: 'http_error',
      cause: (node) => {
        node.fault = fail(429)
      },
    },
    {
      fault: 'redirects',
      outcome: 'unreachable',
      cause: (node) => {
        node.fault = fail(302)
      },
    },
    {
      fault: 'closes the connection',
      outcome: 'unreachable',
      cause: (node) => {
        node.fault = ({ socket }) => socket.destroy()
      },
    },
    {
      fault: 'hangs',
      outcome: 'timeout',
      cause: (node) => {
        node.fault = () => undefined
      },
    },
    {
      fault: 'does not return JSON',
      outcome: 'malformed',
      cause: (node) => {
        node.fault = (_, response) => response.end('<html>')
      },
    },
    {
      fault: 'never ends its response',
      outcome: 'unreachable',
      cause: (node) => {
        node.fault = endless
      },
    },
    {
      fault: 'serves another chain',
      outcome: 'wrong_chain',
      cause: ({ chain }) => {
        chain.id = 1
      },
    },
    {
      fault: 'does not know the contract',
      outcome: 'rpc_error',
      cause: ({ chain }) => {
        chain.contracts = {}
      },
    },
    {
      fault: 'reports other decimals',
      outcome: 'wrong_decimals',
      cause: ({ gold }) => {
        gold.decimals = 6
      },
    },
    {
      fault: 'reports an impossible supply',
      outcome: 'malformed',
      cause: ({ gold }) => {
        gold.supply = 2n ** 255n
      },
    },
    {
      fault: 'is behind',
      outcome: 'behind',
      cause: ({ chain }) => {
        chain.at = new Date('2026-02-12T14:10:00Z')
      },
    },
    {
      fault: 'has blocks from the future',
      outcome: 'malformed',
      cause: ({ chain }) => {
        chain.at = new Date('2026-02-12T15:00:00Z')
      },
    },
  ]

  it.each(faults)(
    'that $fault is replaced by another one',
    async ({ outcome, cause }) => {
      const bad = await startNode()
      cause(bad)
      const good = await startNode()
      good.gold.supply = 41_000n * one
      useNodes(bad, good)
      const before = await outcomes()

      const answer = await reserves()

      const after = await outcomes()
      expect(answer.gold.tokens).toBe('41000')
      expect((after[outcome] ?? 0) - (before[outcome] ?? 0)).toBe(1)
    },
  )
})

it('a failing node is asked less and less often', async () => {
  const node = await startNode(fail(503))
  useNodes(node)
  const asked: number[] = []
  for (let minute = 0; minute < 16; minute++) {
    const before = node.asked
    await reserves()
    if (node.asked > before) asked.push(minute)
    wait(60_000)
  }

  expect(asked).toEqual([0, 1, 3, 7, 15])
})

it('the supply never goes back to an earlier block', async () => {
  const node = await startNode()
  useNodes(node)
  await reserves()
  node.chain.block--
  node.gold.supply = 1n

  wait(60_000)
  const earlier = await reserves()
  node.chain.block += 2
  wait(60_000)
  const later = await reserves()

  expect(earlier.gold.tokens).toBe('41250')
  expect(later.gold.tokens).toBe('0.000000000000000001')
})

it('the supply is read again if the brand names other contracts or another chain', async () => {
  const node = await startNode()
  useNodes(node)
  await reserves()
  node.chain.id = 80_002
  setForTest({ CHAIN_ID: '80002' })
  forgetSupply()

  const answer = await reserves()

  expect(answer).toMatchObject({ state: 'live', chain_id: 80_002 })
  expect(await selectColumn('SELECT "id" FROM "ChainReading"')).toHaveLength(2)
})

it('metrics have the tokens beyond the attested ounces and the reading’s age', async () => {
  const node = await startNode()
  node.gold.supply = 41_251n * one
  useNodes(node)
  await reserves()
  wait(1_800_000)

  const lines = await metricsText()

  expect(lines).toContain('site_tokens_outstanding{metal="gold"} 41251')
  expect(lines).toContain(
    'site_tokens_above_attested_ounces{metal="gold"} 0.875',
  )
  expect(lines).toContain('site_chain_reading_age_seconds 1808')
})

it('the page says for each contract how many base units make one token', async () => {
  useNodes(await startNode())
  const read = await reserves()
  const silver = { ...read.silver, decimals: 6 }
  const html = renderIn(
    'en',
    catalog('en'),
    createElement(CheckSupply, { reserves: { ...read, silver } }),
  )

  expect(html).toMatch(/Gold, with curl \(10\^18 /)
  expect(html).toMatch(/Silver, with curl \(10\^6 /)
})

type Node = Awaited<ReturnType<typeof startNode>>

function useBlockOfNow({ chain }: Node) {
  chain.at = new Date()
}

function fail(status: number): RequestListener {
  return (_, response) =>
    response.writeHead(status, { Location: 'http://127.0.0.1:9/' }).end()
}

const endless: RequestListener = (_, response) => {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(100_000)));
  }
  response.on('drain', more)
  more()
}

async function revision(): Promise<string | undefined> {
  return (await loadReportsState())?.revision
}
