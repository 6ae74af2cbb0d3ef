// `npm run edit`: the development site, on this computer only, with texts that
// can be edited on the page.
import { spawn } from 'node:child_process'
import { listen } from '@/lib/server/listen'
import { announce, fail } from './commands'
import { prepareStart } from './prepare-start'
import { changeSettings, readSettings } from './settings'

const port = await prepareStart('127.0.0.1')
const { prepareDevelopment } = await import('./development')
const { recoverFiles } = await import('./edit/save')
const { withEditor } = await import('./edit/server')
const { prepareFirstClick } = await import('./edit/text')
const { withPreview } = await import('./preview')
if (recoverFiles())
  announce('The last save was interrupted. It is complete now.')
changeSettings({ NEXT_BADGE: 'off' })
const { server, site } = await prepareDevelopment(port)

server.on('request', withEditor(withPreview(site, { keys: true })))
// Prepares the first click now, because Next compiles the first page outside
// this thread.
server.once('request', () => setTimeout(prepareFirstClick, 500))
await listen(server, { host: '127.0.0.1', port }).catch((error: Error) =>
  fail(error.message),
)
const address = `http://localhost:${port}`
announce(`The site is at ${address}`)
announce('Click on a text to edit it. Ctrl+C ends the editor.')
if (!readSettings().CI) openBrowser()

/** Opens the browser. If that fails, the address is still printed. */
function openBrowser() {
  const openers: NodeJS.Dict<string[]> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  }
  const [command = '', ...args] = openers[process.platform] ?? ['xdg-open']
  const opener = spawn(command, [...args, address], {
    stdio: 'ignore',
    detached: true,
  })
  opener.once('error', () => {}).unref()
}
