// The preview in `npm run dev` and `npm run edit`: pages follow saved catalogs,
// and explain why a broken one cannot be read.
import { createHash } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'
import { allLocales } from '@/lib/i18n/routing'
import { escapeHtml } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'
import { brandTextsFile, catalogFile, readCatalog } from './copy/catalogs'
import { parseText } from './copy/message'

export function withPreview(
  site: RequestListener,
  { keys = false } = {},
): RequestListener {
  return (request, response) => {
    const [pathname = ''] = request.url?.split('?') ?? []
    delete request.headers['x-preview']
    if (pathname.startsWith('/_preview/')) return answer(pathname, response)
    if (/^\/(_next|api)\//.test(pathname)) return site(request, response)
    // Names the state of the catalogs, which the page's script compares with
    // later states.
    response.setHeader('Server-Timing', `preview;desc=${stateOfCatalogs()}`)
    const errors = readFiles().flatMap((file) => findSyntaxError(...file) ?? [])
    if (errors.length > 0)
      return send(response, 500, 'text/html', syntaxErrorPage(errors))
    if (keys) request.headers['x-preview'] = 'keys'
    return site(request, response)
  }
}

async function answer(pathname: string, response: ServerResponse) {
  if (pathname === '/_preview/state')
    return send(response, 200, 'text/plain', stateOfCatalogs())
  if (pathname !== '/_preview/preview.js')
    return send(response, 404, 'text/plain', '')
  return send(response, 200, 'text/javascript', await bundleScript('watch.ts'))
}

/** Bundles one of the editor's browser scripts with the modules it imports. */
export async function bundleScript(
  file: string,
  define: Record<string, string> = {},
): Promise<string> {
  const entryPoints = [join(import.meta.dirname, 'edit/browser', file)]
  const options = {
    entryPoints,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  } as const
  const { outputFiles } = await build({ ...options, define, write: false })
  return outputFiles[0]?.text ?? ''
}

/**
 * Answers with content that other sites cannot embed and browsers do not cache.
 */
export function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
) {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
}

type File = [locale: string, file: string, source: string]

function readFiles(): File[] {
  const names = [catalogFile, brandTextsFile].flatMap((fileOf) =>
    allLocales.map((name) => [name, fileOf(name)]),
  )
  return names.flatMap(([locale = '', file = '']): File[] => {
    const text = readText(file)
    return text === undefined ? [] : [[locale, file, text]]
  })
}

function stateOfCatalogs(): string {
  return createHash('sha256').update(JSON.stringify(readFiles())).digest('hex')
}

/** Returns the first reason why pages cannot show a catalog, with its line. */
export function findSyntaxError(...[locale, file, source]: File) {
  const { catalog, broken } = readCatalog(locale, file, source)
  const unreadable = [...catalog.messages.values()].flatMap(
    ({ text, ...place }) => {
      const [problem, fix] = parseText(text).error ?? []
      return problem && fix ? { ...place, problem, fix } : []
    },
  )
  const [error] = [...broken, ...unreadable]
  return (
    error && { ...error, file, text: source.split('\n')[error.line - 1] ?? '' }
  )
}

function syntaxErrorPage(
  errors: NonNullable<ReturnType<typeof findSyntaxError>>[],
): string {
  const title = 'A catalog cannot be read'
  const articles = errors.map(({ file, line, column, text, problem, fix }) => {
    const [before, after] = [
      text.slice(0, column - 1),
      text.slice(column - 1),
    ].map(escapeHtml)
    return `<article><h2><code>${file}</code>, line ${line}, column ${column}</h2><p>${escapeHtml(`${problem} ${fix}`)}</p>
<pre><code>${before}<mark aria-label="here">▸</mark>${after}</code></pre></article>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>:root{color-scheme:light dark;font:1rem/1.5 system-ui}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{font-size:1.1rem}pre{padding:.75rem;border:1px solid;white-space:pre-wrap;overflow-wrap:anywhere}mark{background:none;color:light-dark(#a3201f,#ff9d94)}</style>
<main><h1>${title}</h1>${articles.join('\n')}<p>Fix it and save. This page then reloads by itself.</p></main>
<script type="module" src="/_preview/preview.js"></script></html>`
}
