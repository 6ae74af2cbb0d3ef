// `npm run edit`: the site for development, on this computer only, with its texts to be edited in the page.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { listen } from '../lib/server/listen'
import { announce, fail } from './commands'
import { checkPlace, prepareDevelopment } from './development'
import { withEditor } from './edit/server'
import { withPreview } from './preview'
import { readSettings } from './settings'

const { port } = await checkPlace('127.0.0.1')
const { server, site } = await prepareDevelopment(port)

server.on('request', withEditor(withPreview(site, { keys: true })))
await listen(server, { host: '127.0.0.1', port }).catch((error: Error) => fail(error.message))
await listenOnIpv6()
const address = `http://localhost:${port}`
announce(`The site is at ${address}`)
announce('Click on a text to edit it. Ctrl+C ends the editor.')
if (!process.argv.includes('--no-open') && !readSettings().CI) openBrowser()

// Browsers may take localhost for the address of IPv6, which not every computer has.
async function listenOnIpv6() {
  const other = createServer()
  for (const event of ['request', 'upgrade']) other.on(event, (...args) => server.emit(event, ...args))
  await new Promise<void>((resolve) =>
    other.once('error', () => resolve()).listen({ host: '::1', port }, () => resolve()),
  )
}

function openBrowser() {
  const openers: NodeJS.Dict<[string, ...string[]]> = {
    darwin: ['open', address],
    win32: ['cmd', '/c', 'start', '', address],
  }
  const [command, ...args] = openers[process.platform] ?? ['xdg-open', address]
  // Without a browser that can be opened, the printed address remains.
  spawn(command, args, { stdio: 'ignore', detached: true })
    .once('error', () => {})
    .unref()
}
