import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { keysIn, mark } from '@/lib/preview/marks'
import { nextFolder } from '../support/built'
import { test } from '../support/page'

// What only the preview has: its addresses, its header, its module's names, and the first letter of every mark.
const traces = ['/_preview/', 'x-preview', 'previewCatalog', 'lib/preview', mark('e').slice(0, 2)]

test('nothing of the preview is in the production build, whose server ignores its header and addresses', async ({
  request,
}) => {
  // The maps of the server's own code hold its sources; they are not served.
  const files = ['static', 'server'].flatMap((name) => {
    const entries = readdirSync(join(nextFolder, name), { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return paths.filter((file) => !/\.(map|woff2)$/.test(file))
  })
  expect(files.length).toBeGreaterThan(100)
  const found = files.filter((file) => traces.some((trace) => readFileSync(file, 'utf8').includes(trace)))
  expect(found).toEqual([])
  const asked = await request.get('/fr/contact/received', { headers: { 'X-Preview': 'keys' } })
  expect(keysIn(await asked.text())).toEqual([])
  expect(asked.status()).toBe((await request.get('/fr/contact/received')).status())
  for (const name of ['state', 'preview.js']) expect((await request.get(`/_preview/${name}`)).status()).toBe(404)
})
