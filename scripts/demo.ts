// `npm run demo`: the site with two years of invented reports and readings
// of the tokens outstanding, with its own database and build.
import { rmSync } from 'node:fs'
import { announce } from './commands'
import { changeSettings, readSettings } from './settings'
import { migrate } from './setup'

const file = readSettings().DEMO_FILE || 'data/demo.db'
changeSettings({
  BUILD_FOLDER: '.build-demo',
  DEMO: 'true',
  NOINDEX: 'true',
  DATABASE_URL: `file:${file}`,
  CHAIN_RPC_URL: '',
})
for (const suffix of ['', '-wal', '-shm'])
  rmSync(file + suffix, { force: true })
await migrate()
// Imports late, because these modules read the settings when they load.
const { fillDemo } = await import('@/lib/attestations/demo')
await fillDemo()
const { startDemoChain } = await import('./demo-chain')
const chain = await startDemoChain()
if (chain) {
  announce(`The tokens outstanding are read from anvil at ${chain}`)
  changeSettings({ CHAIN_RPC_URL: chain })
}
await import('./start')
