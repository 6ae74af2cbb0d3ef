import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApiDocument } from '@/lib/openapi/document'

// What an integrator writes against the generated types.
const client = `import type { components, operations } from './api'

type Submission = components['schemas']['ContactSubmission']
type Created = operations['submitContact']['responses'][201]['content']['application/json']
type Refused = operations['submitContact']['responses'][422]['content']['application/json']

export const lead: Submission = {
  name: 'Ada', email: 'ada@bank.example', company: 'Bank', phone: '+1 555 0100', message: 'Hello', language: 'en',
  context: { utm_source: 'newsletter' },
}

export function referenceOf(answer: Created | Refused): string {
  return 'error' in answer ? \`\${answer.error.code} \${Object.keys(answer.error.fields ?? {})}\` : answer.id
}

export function stateOf({ mail, context }: components['schemas']['Lead']): string {
  return (mail.delivered_at ?? mail.last_error ?? 'waiting') + (context.landing_page ?? '')
}

export function coverageOf({ items }: components['schemas']['JsonFeed']): (string | null)[] {
  return items.map(({ _attestation }) => _attestation.gold_coverage)
}

export const query: operations['listLeads']['parameters']['query'] = { state: 'quarantined', limit: 10, format: 'csv' }
export const table: operations['listLeads']['responses'][200]['content']['text/csv'] = 'id,reference'

// @ts-expect-error a language that the site has not
export const language: Submission['language'] = 'de'
// @ts-expect-error a state that no lead has
export const state: typeof query = { state: 'lost' }
// @ts-expect-error no such code of a request that is refused with 422
export const code: Refused['error']['code'] = 'rate_limited'
`

const folder = mkdtempSync(resolve('.cache', 'api-types-'))

beforeAll(() => {
  const input = JSON.stringify(openApiDocument())
  const types = execFileSync(process.execPath, ['tests/support/generate-types.mjs'], { input, encoding: 'utf8' })
  writeFileSync(join(folder, 'api.ts'), types)
})

afterAll(() => rmSync(folder, { recursive: true }))

function compile(source: string) {
  writeFileSync(join(folder, 'client.ts'), source)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['client.ts'] }))
  const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' })
  return stdout.trim()
}

const options = {
  strict: true,
  noEmit: true,
  target: 'ES2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
}

it('openapi-typescript makes named types of the API, with which a client is written', () => {
  expect(compile(client)).toBe('')
})

it('what the API does not have is no such type', () => {
  expect(compile(client.replace("'Lead'", "'Leads'"))).toMatch(/Property 'Leads' does not exist/)
})
