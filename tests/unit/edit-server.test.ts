import { beforeEach, describe, expect, it } from 'vitest'
import { readSources } from '@/scripts/edit/catalogs'
import { changedFiles, reset, set, startEditor, workInCopy } from '../support/edit'

workInCopy()
const { ask, get, post } = await startEditor()

beforeEach(reset)

const saving = () => ({ changes: [set('Hero.title', 'en', 'Gold')], versions: readSources().versions })

describe('the editor answers its own pages alone', () => {
  it.each(['localhost:3000', 'localhost', '127.0.0.1:3000', '[::1]:3000'])('at %s', async (host) => {
    expect((await ask('GET', '/_edit/state', undefined, { host })).status).toBe(200)
  })

  it.each(['attacker.example', 'localhost.attacker.example', '127.0.0.1.attacker.example:3000', '192.168.0.7:3000'])(
    'and not under another name that leads to this computer: “%s”',
    async (host) => {
      const { status, body } = await ask('GET', '/_edit/text?key=Hero.title', undefined, { host })
      expect({ status, body }).toEqual({ status: 403, body: { error: 'Open the editor at http://localhost.' } })
    },
  )

  it.each([
    ['another site', { origin: 'https://attacker.example' }, 403],
    ['another site, by a modern browser', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another port of this computer', { 'sec-fetch-site': 'same-site' }, 403],
    ['a page of no origin', { origin: 'null' }, 403],
    ['a form', { 'content-type': 'text/plain' }, 400],
    ['a form with the type written beside it', { 'content-type': 'application/jsonp' }, 400],
  ])('and saves nothing for %s', async (_, headers, status) => {
    expect((await ask('POST', '/_edit/save', saving(), headers)).status).toBe(status)
    expect(changedFiles()).toEqual([])
  })

  it('and saves for its own page, with either header', async () => {
    expect((await ask('POST', '/_edit/save', saving(), { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await post('/_edit/undo')).status).toBe(200)
  })

  it('and lets no other site read its answers', async () => {
    const { headers } = await get('/_edit/state')
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

it('leaves all else to the site', async () => {
  for (const path of ['/', '/fr/contact?keys', '/_preview/state', '/edit', '/_editor']) {
    expect((await get(path)).text, path).toBe('site')
  }
})

it('starts the editor in each page with the script that development gives them', async () => {
  expect(await get('/_preview/preview.js')).toMatchObject({
    status: 200,
    text: expect.stringContaining('/_edit/browser/edit.js'),
  })
})

it.each([
  ['GET', '/_edit/nothing', 404],
  ['GET', '/_edit/save', 404],
  ['GET', '/_edit/browser/../server.ts', 404],
  ['GET', '/_edit/browser/%2e%2e/server.ts', 404],
  ['GET', '/_edit/browser/', 404],
  ['GET', '/_edit/text', 404],
  ['GET', '/_edit/text?key=Hero', 404],
  ['GET', '/_edit/text?key=__proto__', 404],
])('%s %s is answered with %i and a sentence', async (method, path, status) => {
  const answer = await ask(method, path)
  expect({ status: answer.status, error: answer.body.error }).toEqual({
    status,
    error: expect.stringMatching(/^[A-Z].*\.$/),
  })
})

it.each([
  ['nothing', undefined],
  ['no changes', { versions: {} }],
  ['an unknown change', { changes: [{ type: 'drop', key: 'Hero' }], versions: {} }],
  ['a text that is a number', { changes: [{ type: 'set', key: 'Hero.title', locale: 'en', text: 5 }], versions: {} }],
  ['a text that no page could show', { changes: [set('Hero.title', 'en', 'x'.repeat(5_001))], versions: {} }],
  ['more than it is to have', { changes: [], versions: {}, path: '/etc/passwd' }],
])('a body with %s is refused in a sentence', async (_, body) => {
  const answer = await ask('POST', '/_edit/save', body)
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/Reload the page\.$/) } })
  expect(changedFiles()).toEqual([])
})

it('refuses a body that is too large', async () => {
  const { status, body } = await post('/_edit/check', {
    changes: Array(2_500).fill(set('Hero.title', 'en', 'x'.repeat(5_000))),
    versions: {},
  })
  expect({ status, body }).toMatchObject({ status: 400, body: { error: expect.stringContaining('10 MB') } })
})
