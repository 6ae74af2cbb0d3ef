import { createServer } from 'node:http'
import { afterAll } from 'vitest'
import { readView } from '@/scripts/edit/catalogs'
import type { Change } from '@/scripts/edit/change-schema'
import type { SaveResult } from '@/scripts/edit/save'
import { withEditor } from '@/scripts/edit/server'
import { portOf, requestRaw } from './ask'

type Body = Partial<SaveResult> & { error?: string; notice?: string }

/** Starts the editor's server in front of a site that answers “site”. */
export async function startEditor() {
  const server = createServer(withEditor((_, response) => response.end('site')))
  const port = await portOf(server)
  afterAll(() => server.close())
  const own = {
    host: `localhost:${port}`,
    origin: `http://localhost:${port}`,
    'content-type': 'application/json',
  }

  /** Uses a raw request, because fetch would not send these headers. */
  async function request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const all = { ...(method === 'GET' ? { host: own.host } : own), ...headers }
    const { body: bytes, ...answer } = await requestRaw(
      port,
      path,
      all,
      method,
      JSON.stringify(body),
    )
    const text = bytes.toString()
    const isJson =
      answer.headers['content-type']?.startsWith('application/json')
    return { ...answer, text, body: (isJson ? JSON.parse(text) : {}) as Body }
  }

  return {
    request,
    get: (path: string) => request('GET', path),
    post: (path: string, body: unknown = {}) => request('POST', path, body),
    save: (...changes: Change[]) => request('POST', '/_edit/save', { changes }),
  }
}

/** Returns a change that replaces the current text. */
export function set(key: string, locale: string, text: string) {
  const shown = readView().shown.find((catalog) => catalog.locale === locale)
  return {
    type: 'set' as const,
    key,
    locale,
    text,
    base: shown?.messages.get(key)?.text ?? '',
  }
}
