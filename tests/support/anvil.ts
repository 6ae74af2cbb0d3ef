// A development chain (anvil) with token contracts compiled by solc, both from
// tests/tools.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { tokenContracts } from '@/lib/chain/contracts'
import { collectOutput } from './server'

const tools = resolve('tests/tools/package.json')
const program = resolve('tests/tools/node_modules/.bin/anvil')

/** Whether `npm run test:all` has installed the tools. */
export const hasAnvil = existsSync(program)

// A block is finalized once there are two more.
const args = ['--port', '0', '--slots-in-an-epoch', '1']

const running = new Set<ChildProcess>()
process.once('exit', stopAnvils)

export function stopAnvils(): void {
  for (const anvil of running) anvil.kill()
  running.clear()
}

/**
 * Starts a chain with the brand's contracts at their addresses, both without
 * supply.
 */
export async function startAnvil({ chainId = 137, decimals = 18 } = {}) {
  const anvil = spawn(program, [...args, '--chain-id', String(chainId)])
  running.add(anvil)
  const output = collectOutput(anvil)
  const url = await until(async () => {
    const [, address] = output().match(/Listening on (\S+:\d+)/) ?? []
    return address && `http://${address}/`
  })
  const [account] = await callNode<string[]>('eth_accounts')

  async function callNode<Answer>(method: string, ...params: unknown[]) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body })
    const { result, error } = await answer.json()
    if (error) throw new Error(`${method}: ${error.message}`)
    return result as Answer
  }

  async function sendTransaction(transaction: { to?: string; data: string }) {
    const hash = await callNode('eth_sendTransaction', {
      from: account,
      ...transaction,
    })
    return until(() =>
      callNode<{ contractAddress: string } | null>(
        'eth_getTransactionReceipt',
        hash,
      ),
    )
  }

  /** Changes the supply of a token by whole tokens, in one block. */
  async function change(verb: 'mint' | 'burn', metal: string, tokens: number) {
    const to = tokenContracts().find((each) => each.metal === metal)?.address
    const units = BigInt(tokens) * 10n ** BigInt(decimals)
    await sendTransaction({ to, data: token().methods[verb] + wordOf(units) })
  }

  async function mine(blocks: number) {
    await callNode('anvil_mine', `0x${blocks.toString(16)}`)
  }

  const { bytecode } = token()
  const { contractAddress } = await sendTransaction({
    data: bytecode + wordOf(BigInt(decimals)),
  })
  const code = await callNode('eth_getCode', contractAddress, 'latest')
  for (const { address } of tokenContracts())
    await callNode('anvil_setCode', address, code)
  return { url, ask: callNode, change, mine }
}

async function until<Value>(
  look: () => Promise<Value | null | undefined>,
): Promise<Value> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await look()
    if (found) return found
    await new Promise((later) => setTimeout(later, 50))
  }
  throw new Error('anvil did not answer within ten seconds.')
}

type Compiled = { bytecode: string; methods: Record<'mint' | 'burn', string> }

let compiled: Compiled | undefined

function token(): Compiled {
  compiled ??= compile()
  return compiled
}

function compile(): Compiled {
  const { compile } = createRequire(tools)('solc')
  const content = readFileSync('tests/support/token.sol', 'utf8')
  const input = {
    language: 'Solidity',
    sources: { 'token.sol': { content } },
    settings: { outputSelection: { '*': { '*': ['evm'] } } },
  }
  const output = JSON.parse(compile(JSON.stringify(input)))
  const { bytecode, methodIdentifiers } =
    output.contracts['token.sol'].Token.evm
  return {
    bytecode: `0x${bytecode.object}`,
    methods: {
      mint: `0x${methodIdentifiers['mint(uint256)']}`,
      burn: `0x${methodIdentifiers['burn(uint256)']}`,
    },
  }
}

function wordOf(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
