// A development chain for `npm run demo`, if anvil is installed
// (https://getfoundry.sh).
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { demoReading } from '@/lib/attestations/demo'
import { tokenContracts } from '@/lib/chain/contracts'
import { callNode } from '@/lib/chain/json-rpc'
import { readSettings } from './settings'

// Makes a block every two seconds. The last two blocks are not finalized yet.
const options = ['--block-time', '2', '--slots-in-an-epoch', '1']

const maxMs = 10_000

/**
 * Starts a chain in which the brand's contracts have the invented supply, and
 * ends it with this process. Resolves to its address, or to undefined without
 * anvil.
 */
export async function startDemoChain(): Promise<string | undefined> {
  const ofTests = resolve('tests/tools/node_modules/.bin/anvil')
  const program = existsSync(ofTests) ? ofTests : 'anvil'
  const chainId = readSettings().CHAIN_ID || '137'
  const args = ['--port', '0', '--chain-id', chainId, ...options]
  const anvil = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  process.once('exit', () => anvil.kill())
  const url = await listeningAddress(anvil)
  if (url) await placeContracts(url)
  return url
}

/**
 * Keeps reading after the address, because anvil writes a line for every block.
 */
function listeningAddress(anvil: ChildProcess): Promise<string | undefined> {
  const lines = createInterface(anvil.stdout as Readable)
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const [, address] = line.match(/Listening on (\S+)/) ?? []
      if (address) resolve(`http://${address}`)
    })
    lines.once('close', () => resolve(undefined))
    anvil.once('error', () => resolve(undefined))
  })
}

async function placeContracts(url: string) {
  const reading = demoReading()
  for (const { metal, address, decimals } of tokenContracts()) {
    // Converts the reading to hundredths, because it has two decimals at most.
    const hundredths = BigInt(Math.round(Number(reading[metal]) * 100))
    const supply = hundredths * 10n ** BigInt(decimals - 2)
    await call(url, 'anvil_setCode', address, codeOf(decimals))
    await call(url, 'anvil_setStorageAt', address, wordOf(0n), wordOf(supply))
  }
  // Mines further blocks, so that the block with the contracts is finalized.
  await call(url, 'anvil_mine', '0x4')
}

/**
 * Returns the bytecode of a contract that answers `decimals()` (0x313ce567)
 * with that number, and every other call with the value of its first storage
 * slot.
 */
function codeOf(decimals: number): string {
  const byte = decimals.toString(16).padStart(2, '0')
  // Jumps to 0x1a if the first four bytes of the call are 0x313ce567.
  const jumpIfDecimals = '60003560e01c63313ce56714601a57'
  const loadSlot = '600054'
  const returnWord = '60005260206000f3'
  return `0x${jumpIfDecimals}${loadSlot}${returnWord}5b60${byte}${returnWord}`
}

function wordOf(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

async function call(url: string, method: string, ...params: string[]) {
  const limits = { maxMs, signal: AbortSignal.timeout(maxMs) }
  await callNode(url, method, params, limits)
}
