// Checks machine-readable output with programs from outside the project.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { localizedPath } from '@/lib/i18n/navigation'
import { consolePaths, itemPath } from '@/lib/operator/console-paths'
import { dataFiles, notFoundPath, routes } from '@/lib/routes'
import { requestRaw } from '../support/ask'
import { smallPdf, validReport } from '../support/attestations'
import { locales } from '../support/catalog'
import { postLead } from '../support/contact'
import { generateClient } from '../support/generated-client'
import { findProgram } from '../support/programs'
import { publishReport, seedReports } from '../support/reports'
import { makeScratchFolder } from '../support/scratch'
import {
  killServer,
  operatorKey,
  serverEnvironment,
  startServer,
  takePort,
} from '../support/server'

// All tests in this file share one server.
test.describe.configure({ mode: 'default' })

const port = takePort()
const baseURL = `http://localhost:${port}`
const tools = resolve('tests/tools/node_modules')
const authorization = { Authorization: `Bearer ${operatorKey}` }
let site: Awaited<ReturnType<typeof startServer>>

test.use({ baseURL })
test.skip(
  !existsSync(join(tools, 'vnu-jar')),
  'the tools of tests/tools are not installed',
)

test.beforeAll(async ({ playwright }) => {
  const environment = serverEnvironment(undefined, port)
  site = await startServer(environment)
  seedReports(environment.DATABASE_URL, 30)
  const request = await playwright.request.newContext({ baseURL })
  const awkward = {
    title: '=1+1,"<b>&\'\uFFFE\uFDD0\u0000</b>',
    description: ']]>\u{1FFFE}',
  }
  await publishReport(request, {
    ...awkward,
    report_date: '2001-01',
    file_url: 'HTTPS://Files.Example/a b[1]|2^%.pdf#c#d',
  })
  await publishReport(request, {
    report_date: '2001-02',
    file_url: 'https://exämple.com/é?q=[1]&r="2"',
  })
  await request.dispose()
})

test.afterAll(() => killServer(site.server))

const textOf = async (request: APIRequestContext, path: string) =>
  (await request.get(path)).text()

test('every page is valid HTML', async ({ request }) => {
  const java = await findProgram('java', 'default-jre-headless', () => true)
  test.skip(
    !java,
    'Java is not installed, and its package could not be fetched',
  )
  const folder = makeScratchFolder('pages-')
  await request.post('/api/operator/session', { data: { key: operatorKey } })
  const lead = await postLead(baseURL)
  const form = {
    headers: { Origin: baseURL },
    form: { name: 'A', email: 'nobody' },
    maxRedirects: 0,
  }
  const refusedForm =
    (await request.post('/api/contact', form)).headers().location ?? ''
  const shown = Object.entries(routes).flatMap(([path, { kind }]) =>
    kind === 'page' ? [path] : [],
  )
  const more = [
    '/attestations/2001',
    notFoundPath,
    ...Object.values(consolePaths),
    itemPath('leads', lead?.body.id),
  ]
  const paths = [
    refusedForm,
    ...locales.flatMap((locale) =>
      [...shown, ...more].map((path) => localizedPath(locale, path)),
    ),
  ]

  const files = []
  for (const [index, path] of paths.entries()) {
    const file = join(folder, `${index}.html`)
    writeFileSync(file, await textOf(request, path))
    files.push(file)
  }
  const jar = join(tools, 'vnu-jar/build/dist/vnu.jar')
  // Ignores properties that the validator's CSS checker does not know.
  const newer = '.*CSS: “(field-sizing|vector-effect|mask)”.*'
  const options = [
    '--errors-only',
    '--format',
    'json',
    '--exit-zero-always',
    '--filterpattern',
    newer,
  ]
  const { stderr } = spawnSync(
    java ?? '',
    ['-jar', jar, ...options, ...files],
    { encoding: 'utf8' },
  )

  const { messages } = JSON.parse(stderr) as {
    messages: { url: string; message: string; extract: string }[]
  }
  const errors = messages.map(({ url, message, extract }) => {
    return [paths[Number(basename(url, '.html'))], message, extract]
  })
  expect(errors).toEqual([])
  expect(files.length).toBeGreaterThan(40)
})

type File = { fileName: string; contents: string }

async function expectValid(
  contents: string,
  name: string,
  schema: string,
  extension: 'schema' | 'relaxng',
) {
  const { validateXML } = createRequire(join(tools, 'index.js'))('xmllint-wasm')
  const schemaFile = (fileName: string): File => {
    return {
      fileName,
      contents: readFileSync(join('tests/support/schemas', fileName), 'utf8'),
    }
  }
  const { valid, errors } = await validateXML({
    xml: [{ fileName: name, contents }],
    schema: [schemaFile(schema)],
    preload: [schemaFile('xhtml-link.xsd')],
    extension,
  })
  expect(errors).toEqual([])
  expect(valid).toBe(true)
}

test('the sitemap matches its schema', async ({ request }) => {
  const xml = await textOf(request, '/sitemap.xml')

  await expectValid(xml, 'sitemap.xml', 'sitemap.xsd', 'schema')
  expect(xml).toContain('/fr/attestations/2001</loc>')
})

for (const locale of locales) {
  test(`the feeds in ${locale} match their schemas`, async ({ request }) => {
    const atom = await textOf(request, localizedPath(locale, dataFiles.atom))
    const feed = await (
      await request.get(localizedPath(locale, dataFiles.jsonFeed))
    ).json()

    await expectValid(atom, 'feed.atom', 'atom.rng', 'relaxng')
    expect(atom).toContain(
      'href="https://files.example/a%20b%5B1%5D%7C2%5E%25.pdf#c%23d"',
    )
    const schema = JSON.parse(
      readFileSync('tests/support/schemas/json-feed.json', 'utf8'),
    )
    const validate = addFormats(new Ajv2020()).compile(schema)
    validate(feed)
    expect(validate.errors).toBeNull()
    expect(feed.items.length).toBeGreaterThan(30)
  })
}

test('Prometheus accepts the alerts, the documented configuration and the metrics', async ({
  request,
}) => {
  const promtool = await findProgram('promtool', 'prometheus')
  test.skip(
    !promtool,
    'promtool is not installed, and its package could not be fetched',
  )
  const folder = makeScratchFolder('prometheus-')
  const check = (what: string[], input = '') => {
    const { status, stdout, stderr } = spawnSync(
      promtool ?? '',
      ['check', ...what],
      { input, encoding: 'utf8' },
    )
    return { status, output: stdout + stderr }
  }
  const [, documented = ''] =
    readFileSync('docs/operations.md', 'utf8').match(
      /```yaml\n(scrape_configs:.*?)```/s,
    ) ?? []
  writeFileSync(join(folder, 'key'), operatorKey)
  const paths = {
    '/etc/prometheus/site-key': join(folder, 'key'),
    '/srv/site/current/deploy': resolve('deploy'),
  }
  const configuration = documented.replace(
    /\/etc\/prometheus\/site-key|\/srv\/site\/current\/deploy/g,
    (path) => {
      return paths[path as keyof typeof paths]
    },
  )
  writeFileSync(join(folder, 'prometheus.yml'), configuration)
  const metrics = await (
    await request.get('/metrics', { headers: authorization })
  ).text()
  const own = metrics.match(/^(# (HELP|TYPE) )?site_.*\n/gm) ?? []

  expect(check(['rules', 'deploy/alerts.yml']).output).toMatch(
    /SUCCESS: \d+ rules found/,
  )
  expect(check(['config', join(folder, 'prometheus.yml')])).toMatchObject({
    status: 0,
  })
  expect(check(['metrics'], own.join(''))).toEqual({ status: 0, output: '' })
  expect(own.length).toBeGreaterThan(50)
})

type Described = {
  operationId: string
  parameters?: { name: string; in: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}

test('a generated client compiles and gets a documented response from each operation', async ({
  request,
}) => {
  const text = await textOf(request, '/api/openapi.json')
  const api = await generateClient(text, makeScratchFolder('client-'))
  const auth = ({ scheme }: { scheme?: string }) =>
    scheme === 'bearer' ? operatorKey : undefined
  api.client.setConfig({ baseUrl: baseURL, auth, redirect: 'manual' })
  const month = { report_date: '2001-03', as_of: '2001-03-31' }
  const bodies: Record<string, unknown> = {
    publishReport: { ...validReport, ...month },
    signIn: { key: operatorKey },
    uploadReportFile: new Blob([smallPdf], { type: 'application/pdf' }),
  }
  const paths = JSON.parse(text).paths as Record<
    string,
    Record<string, Described>
  >
  let report = ''

  for (const [path, operations] of Object.entries(paths)) {
    for (const {
      operationId,
      parameters = [],
      requestBody,
      responses,
    } of Object.values(operations)) {
      const lead = path.includes('/leads/')
        ? (await postLead(baseURL))?.body.id
        : undefined
      const [media] = Object.values(requestBody?.content ?? {})
      const body = bodies[operationId] ?? media?.example
      const values = { id: lead ?? report, language: 'fr' }
      const headers = Object.fromEntries(
        parameters
          .filter((each) => each.in === 'header' && each.example)
          .map(({ name, example }) => [name, example]),
      )
      const { error, response } =
        (await api[operationId]?.({ body, path: values, headers })) ?? {}
      const status = response?.status ?? 0
      const problem = `${operationId}: ${JSON.stringify(error)}`
      expect(expectedOf(operationId, body), problem).toContain(status)
      expect(Object.keys(responses), operationId).toContain(String(status))
      if (operationId === 'publishReport') report = await lastReport(request)
    }
  }
  expect(Object.keys(paths).length).toBeGreaterThan(30)
})

function expectedOf(operationId: string, body: unknown): number[] {
  // Expects 401, because only a real device can answer the challenge of a
  // passkey.
  if (/passkey/i.test(operationId) && body) return [401]
  // Expects 404, because the shared server reads no chain.
  if (operationId === 'readReserves') return [404]
  return [200, 201, 204, 303]
}

async function lastReport(request: APIRequestContext): Promise<string> {
  const reports: { id: string; report_date: string }[] = await (
    await request.get('/api/attestations')
  ).json()
  return reports.find(({ report_date }) => report_date === '2001-03')?.id ?? ''
}

test('feeds return only documented status codes, even for unusual requests', async ({
  request,
}) => {
  const { paths } = JSON.parse(await textOf(request, '/api/openapi.json'))

  for (const path of Object.values(dataFiles)) {
    const { etag = '' } = (await requestRaw(port, path)).headers
    const described = Object.keys(paths[`/{language}${path}`].get.responses)
    const answers = await Promise.all([
      requestRaw(port, `/en${path}`),
      requestRaw(port, `${path}?lang=es`),
      requestRaw(port, `/de${path}`),
      requestRaw(port, path, { 'If-None-Match': etag }),
      requestRaw(port, path, { 'If-Match': '"other"' }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses, path).toEqual([308, 308, 404, 304, 412])
    expect(described, path).toEqual(
      expect.arrayContaining(statuses.map(String)),
    )
  }
})
