import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { keysIn, mark } from '@/lib/preview/marks'
import { nextFolder } from '../support/built'
import { test } from '../support/page'

// What only the preview has: its addresses, its header, its module's names, and the first letter of every mark.
const traces = ['/_preview/', 'x-preview', 'previewCatalog', 'lib/preview', mark('e').slice(0, 2)]

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('nothing of the preview is in the production build', () => {
  // The maps of the server's own code hold its sources; they are not served.
  const files = ['static', 'server']
    .flatMap((name) => filesOf(join(nextFolder, name)))
    .filter((file) => !/\.(map|woff2)$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return traces.filter((trace) => text.includes(trace)).map((trace) => `${file}: ${trace}`)
  })
  expect(found).toEqual([])
})

test('in production the header of the preview changes nothing, and its addresses are 404', async ({ request }) => {
  const [plain, asked] = await Promise.all([
    request.get('/fr/contact/received'),
    request.get('/fr/contact/received', { headers: { 'X-Preview': 'keys' } }),
  ])
  expect(keysIn(await asked.text())).toEqual([])
  expect(asked.status()).toBe(plain.status())
  for (const name of ['state', 'preview.js']) expect((await request.get(`/_preview/${name}`)).status()).toBe(404)
})
