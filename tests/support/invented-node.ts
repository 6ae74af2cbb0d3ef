import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { selectors } from '@/lib/chain/read-supply'

/** A chain whose figures a test sets. */
export type InventedChain = {
  id: number
  block: number
  /** When the block was mined. */
  at: Date
  contracts: Record<string, { supply: bigint; decimals: number }>
}

type Call = { id: unknown; method: string; params: [Target?, ...unknown[]] }
type Target = { to: string; data: string }

/**
 * Starts a node of an invented chain on this machine, which answers the calls
 * of `readSupply`. It does not keep the process alive.
 */
export async function startInventedNode(
  read: () => InventedChain,
  intercept = (answer: RequestListener) => answer,
) {
  const server = createServer(
    intercept(async (request, response) => {
      const call: Call = JSON.parse(await text(request))
      const answer = { jsonrpc: '2.0', id: call.id, ...answerTo(read(), call) }
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(answer))
    }),
  )
  await once(server.listen(0, '127.0.0.1').unref(), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, server }
}

function answerTo(chain: InventedChain, { method, params: [target] }: Call) {
  if (method === 'eth_chainId') return { result: hexadecimal(chain.id) }
  if (method === 'eth_getBlockByNumber') {
    const seconds = Math.floor(chain.at.getTime() / 1000)
    const number = hexadecimal(chain.block)
    return { result: { number, timestamp: hexadecimal(seconds) } }
  }
  const contract = chain.contracts[target?.to ?? '']
  if (method !== 'eth_call' || !contract)
    return { error: { code: -32_601, message: 'not part of this chain' } }
  const value =
    target?.data === selectors.decimals ? contract.decimals : contract.supply
  return { result: `0x${value.toString(16).padStart(64, '0')}` }
}

function hexadecimal(number: number): string {
  return `0x${number.toString(16)}`
}
