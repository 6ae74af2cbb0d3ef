import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { mark } from '@/lib/preview/marks'
import { nextFolder } from '../support/built'
import { pages, test } from '../support/page'
import { killServer, serverEnvironment, startServer } from '../support/server'

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

test('in production ?keys and ?pseudo change nothing, and the preview has no address', async ({ request }) => {
  // A server of its own: other tests publish reports on theirs, and a page must not change meanwhile.
  const site = await startServer(serverEnvironment())
  const get = (path: string, headers = {}) => request.get(site.address + path, { headers })
  for (const path of pages) {
    const body = async (address: string, headers = {}) => (await get(address, headers)).text()
    // A page that is made for each request differs in its nonce and in the order of what its scripts are told.
    const still = (html: string) =>
      html.replaceAll(/<script[^>]*>.*?<\/script>|nonce="[^"]*"|\?(keys|pseudo)=?(?=")/gs, '')
    const plain = still(await body(path))
    for (const mode of ['keys', 'pseudo']) {
      const headers = { Cookie: `preview=${mode}`, 'X-Preview': mode }
      expect(still(await body(`${path}?${mode}`, headers)), `${path}?${mode}`).toBe(plain)
    }
  }
  for (const name of ['state', 'places', 'keys.js', 'preview.js']) {
    expect((await get(`/_preview/${name}`)).status()).toBe(404)
  }
  const sitemap = await (await get('/sitemap.xml')).text()
  expect(sitemap).not.toMatch(/pseudo|en-XA/)
  await killServer(site.server)
})
