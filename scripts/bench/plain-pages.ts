import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const rulesPath = '/rules.json'
const rules = { prerender: [{ where: { href_matches: ['/*'] }, eagerness: 'eager' }] }
const transition = '@view-transition { navigation: auto }'

/** Serves pages of one line that browsers prerender: the least that the way to a next page takes on this machine. */
export async function withPlainPages(hasTransition: boolean, task: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(({ url }, response) => {
    const isRules = url === rulesPath
    response.setHeader('Content-Type', isRules ? 'application/speculationrules+json' : 'text/html')
    response.setHeader('Speculation-Rules', `"${rulesPath}"`)
    const style = hasTransition ? `<style>${transition}</style>` : ''
    const page = `<!doctype html><title>Plain</title>${style}<main><h1>Page ${url}</h1><a href="/second">Next</a></main>`
    response.end(isRules ? JSON.stringify(rules) : page)
  }).listen(0)
  await once(server, 'listening')
  await task(`http://localhost:${(server.address() as AddressInfo).port}`)
  server.closeAllConnections()
  server.close()
}
