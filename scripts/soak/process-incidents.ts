import { existsSync } from 'node:fs'
import { isListening } from '../../tests/support/half-request'
import { placesOf } from '../builds/served.mjs'
import { sendCommand } from '../serving/command-socket.mjs'
import { copyBuild } from './folder'
import {
  type Day,
  databaseAway,
  type Incident,
  nothing,
  processGone,
  untilDelivered,
  untilLeadsAreTaken,
} from './incidents'

const tsx = ['--import', 'tsx', '--import', './scripts/environment.mjs']

/** What puts another process in the place of the one that serves. */
export const processIncidents: Incident[] = [
  { name: 'deploy', hour: 1, allows: nothing, run: deploy },
  { name: 'rollback', hour: 2, allows: nothing, run: rollBack },
  { name: 'crash', hour: 3, allows: processGone, run: crash },
]

export const restoring: Incident = { name: 'backup and restore', hour: 4, allows: processGone, run: restore }

async function deploy(day: Day) {
  const { site } = day
  await replaced(day, async () => {
    const answer = await sendCommand(placesOf(site.port).socket, 'deploy', { build: copyBuild(site.port) })
    if (!answer?.address) throw new Error(`The deploy failed: ${answer?.error ?? 'no answer'}`)
  })
}

async function rollBack(day: Day) {
  await replaced(day, () => succeed(day, 'scripts/rollback.mjs'))
}

async function crash(day: Day) {
  await replaced(day, async () => {
    process.kill(day.site.serving() ?? 0, 'SIGKILL')
  })
}

async function replaced({ site, stop }: Day, work: () => Promise<unknown>) {
  const before = site.processes()
  await work()
  await stop.until('another process serves', () => {
    const now = site.serving()
    return now !== undefined && !before.includes(now)
  })
  // A former one may still answer over the connections that it has.
  await stop.until('new connections are taken', () => isListening(site.port))
}

// A backup of the running site; a restore under it, which must be refused; then one as the documentation says.
async function restore(day: Day) {
  const { site, folder } = day
  const hot = await backUp(day)
  const refused = await site.command(...tsx, 'scripts/restore.ts', hot)
  if (refused.code === 0) throw new Error('A backup was restored under the running site.')
  const code = await site.end()
  if (code !== 0) throw new Error(`The site was told to stop and ended with ${code}.`)
  if (existsSync(`${folder.database}-wal`)) throw new Error('The site has ended and left a write-ahead log.')
  await succeed(day, ...tsx, 'scripts/restore.ts', await backUp(day))
  await site.start()
}

async function backUp(day: Day): Promise<string> {
  const output = await succeed(day, ...tsx, 'scripts/backup.ts')
  return output.match(/Backed up to (\S+):/)?.[1] ?? ''
}

async function succeed({ site }: Day, ...args: string[]): Promise<string> {
  const { code, output } = await site.command(...args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output}`)
  return output
}

/** Another database server in the place of SQLite: it is restarted by the command that was given. */
export function databaseRestart(command: string): Incident {
  return {
    name: 'database restart',
    hour: 7,
    allows: databaseAway,
    async run(day) {
      const { code, output } = await day.site.run('sh', '-c', command)
      if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`)
      await untilLeadsAreTaken(day)
      await untilDelivered(day, 'the webhook', () => day.receivers.webhook.deliveries.length)
    },
  }
}
