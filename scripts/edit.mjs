// `npm run edit`: the site for development, on this computer only, with its texts to be edited in the page.
import './environment.mjs'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { listen } from '../lib/server/listen.mjs'
import { announce, fail } from './commands.mjs'
import { chooseSamples, fillSamples } from './edit/states/samples.mjs'
import { checkPlace, readPort } from './place.mjs'
import { prepareDevelopment } from './serving/development.mjs'
import { readSettings } from './settings.mjs'
import { loadTyped } from './typed-server.mjs'

const port = readPort()
const local = { host: '127.0.0.1', port }

await checkPlace(local)
chooseSamples()
const { server, site } = await prepareDevelopment(port)
await fillSamples()
const { withRequestFilter } = await loadTyped(() => import('../lib/server/development.ts'))
const { withPreview } = await loadTyped(() => import('./preview/server.ts'))
const { withEditor } = await loadTyped(() => import('./edit/server.ts'))
const { withStates } = await loadTyped(() => import('./edit/states/with-states.ts'))

server.on('request', withEditor(withPreview(withStates(withRequestFilter(site)), ['keys'])))
await listen(server, local).catch((error) => fail(error.message))
await listenOnIpv6()
const address = `http://localhost:${port}`
announce(`The site is at ${address}`)
announce('Click on a text to edit it. Ctrl+C ends the editor.')
if (!process.argv.includes('--no-open') && !readSettings().CI) openBrowser()

// Browsers may take localhost for the address of IPv6, which not every computer has.
async function listenOnIpv6() {
  const other = createServer()
  for (const event of ['request', 'upgrade']) other.on(event, (...args) => server.emit(event, ...args))
  await new Promise((resolve) => other.once('error', resolve).listen({ host: '::1', port }, () => resolve()))
}

function openBrowser() {
  const [command, ...args] = {
    darwin: ['open', address],
    win32: ['cmd', '/c', 'start', '', address],
  }[process.platform] ?? ['xdg-open', address]
  // Without a browser that can be opened, the printed address remains.
  spawn(command, args, { stdio: 'ignore', detached: true })
    .once('error', () => {})
    .unref()
}
