import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { residentMiB } from '../../tests/support/misbehaving-clients'
import { childEnvironment, fail } from '../commands.mjs'
import { copyProject } from '../project/copy'
import { type Site, withTemporarySite } from '../temporary-site'
import { createApiClient, withoutLimits } from './api-client'
import type { Row } from './document'
import { ask, kilobytes } from './growth-of-data'
import { asFastAsPossible, atRate } from './pace'
import { load } from './wrk'

const environment = { ...withoutLimits, PORT: '3194', LOG_LEVEL: 'warn' }
const seconds = 3
const languages = ['de', 'it', 'pt', 'nl', 'sv', 'da', 'fi', 'pl', 'cs']

/** One row a number of questions on the home page, each with an answer of its own, in every language. */
export function growthOfQuestions(): Promise<Row[]> {
  return measureBuilds('questions', [16, 100, 1000], (folder, count) => {
    for (const locale of ['en', 'fr', 'es']) setQuestions(join(folder, 'messages', `${locale}.json`), count)
  })
}

/** One row a number of languages; the added ones have the English texts. */
export function growthOfLanguages(): Promise<Row[]> {
  return measureBuilds('languages', [3, 6, 12], (folder, count) => {
    for (const code of languages.slice(0, count - 3)) runIn(folder, 'scripts/locale.mjs', 'add', code)
  })
}

function setQuestions(file: string, count: number) {
  const catalog = JSON.parse(readFileSync(file, 'utf8'))
  const items = Object.entries<{ question: string; answer: string }>(catalog.HomeFaq.items)
  const added = Array.from({ length: Math.max(0, count - items.length) }, (_, index) => {
    const [, { question, answer }] = items[index % items.length] ?? ['', { question: '', answer: '' }]
    return [`added${index}`, { question: `${index}: ${question}`, answer: `${index}: ${answer}` }]
  })
  catalog.HomeFaq.items = Object.fromEntries([...items, ...added])
  writeFileSync(file, JSON.stringify(catalog, null, 2))
}

async function measureBuilds(what: string, counts: number[], change: (folder: string, count: number) => void) {
  const rows: Row[] = []
  for (const count of counts) {
    const cwd = copyProject()
    try {
      change(cwd, count)
      const start = performance.now()
      runIn(cwd, 'scripts/build.mjs')
      const buildSeconds = Math.round((performance.now() - start) / 1000)
      const task = async (site: Site) =>
        void rows.push({ [what]: count, 'build (s)': buildSeconds, ...(await measure(site)) })
      await withTemporarySite('scripts/start.mjs', environment, task, { cwd })
    } finally {
      rmSync(cwd, { recursive: true, force: true })
    }
  }
  return rows
}

async function measure({ address, pid, startMs }: Site) {
  const api = createApiClient(address)
  const memory = residentMiB(pid)
  const home = await ask(`${address}/`)
  const pages = await load(`${address}/`, seconds)
  const leads = await asFastAsPossible(8, seconds, api.sendLead)
  await atRate(20, 1, api.askAssistant)
  const chat = await atRate(20, seconds, api.askAssistant)
  await api.close()
  return {
    'start (ms)': startMs,
    'memory (MiB)': Math.round(memory),
    'home page (kB, brotli)': kilobytes(home.bytes),
    'pages/s': pages['requests/s'],
    'leads/s': leads['per second'],
    'assistant, p99 (ms)': chat['p99 ms'],
  }
}

function runIn(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: childEnvironment({}),
    encoding: 'utf8',
  })
  if (status !== 0) fail(`${args.join(' ')} failed:\n${stdout}${stderr}`)
}
