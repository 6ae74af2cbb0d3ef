import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { routing } from '@/lib/i18n/routing'
import { datesFile, reviewedFile } from '@/scripts/copy/reviewed'
import { type Change, viewOf } from '@/scripts/edit/catalogs'
import type { SaveResult } from '@/scripts/edit/save'
import { withEditor } from '@/scripts/edit/server'
import { portOf, ask as send } from './ask'
import { makeScratchFolder } from './scratch'

const catalogs = routing.locales.map((locale) => `messages/${locale}.json`)

const brand = 'brands/halcrest/brand.json'

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@halcrest.example']

const git = (...args: string[]) => spawnSync('git', [...identity, ...args], { encoding: 'utf8' })
export const read = (file: string) => readFileSync(file, 'utf8')
export const write = (file: string, text: string) => writeFileSync(file, text)

/** Works in a repository of its own with the real texts, until the end of the test file. */
export function workInCopy(more: string[] = []): string {
  const checkout = process.cwd()
  const folder = makeScratchFolder('edit-')
  for (const file of [...catalogs, reviewedFile, datesFile, brand, ...more]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
  writeFileSync(join(folder, '.gitignore'), '.cache/\n')
  beforeAll(() => {
    process.chdir(folder)
    git('init', '--quiet', '--initial-branch=main')
    git('add', '.')
    git('commit', '--quiet', '--message=Texts')
  })
  afterAll(() => process.chdir(checkout))
  return folder
}

/** All files as they are committed, and nothing to undo. */
export function reset() {
  git('checkout', '--quiet', '.')
  git('clean', '--quiet', '--force', '-d', '-x')
}

/** The files that differ from the commit. */
export function changedFiles(): string[] {
  return git('status', '--porcelain')
    .stdout.split('\n')
    .flatMap((line) => line.slice(3) || [])
}

type Body = Partial<SaveResult> & { error?: string }

/** The editor's server in front of a site that answers “site”. */
export async function startEditor() {
  const server = createServer(withEditor((_, response) => response.end('site')))
  const port = await portOf(server)
  afterAll(() => server.close())
  const own = { host: `localhost:${port}`, origin: `http://localhost:${port}`, 'content-type': 'application/json' }

  // Fetch would not send these headers.
  async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const all = { ...(method === 'GET' ? { host: own.host } : own), ...headers }
    const { body: bytes, ...answer } = await send(port, path, all, method, JSON.stringify(body))
    const text = bytes.toString()
    const isJson = answer.headers['content-type']?.startsWith('application/json')
    return { ...answer, text, body: (isJson ? JSON.parse(text) : {}) as Body }
  }

  return {
    ask,
    get: (path: string) => ask('GET', path),
    post: (path: string, body: unknown = {}) => ask('POST', path, body),
    save: (...changes: Change[]) => ask('POST', '/_edit/save', { changes }),
  }
}

/** Replaces what the text is at this moment. */
export function set(key: string, locale: string, text: string) {
  const shown = viewOf().shown.find((catalog) => catalog.locale === locale)
  return { type: 'set' as const, key, locale, text, base: shown?.messages.get(key)?.text ?? '' }
}
