import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { makeScratchFolder } from '../../tests/support/scratch'
import { withoutLimits } from '../bench/api-client'
import { folderOf } from '../builds/folder.mjs'
import { placesOf } from '../builds/served.mjs'
import { childEnvironment } from '../commands.mjs'

export const operatorKey = 'soak-operator-key-0123456789-0123456789'

/** Beyond it one client's leads are refused for ten minutes; the visitors together stay below. */
export const leadsPerClient = 30

const ownSettings: Record<string, string> = {
  ...withoutLimits,
  HOST: '127.0.0.1',
  TRUSTED_PROXY_HOPS: '1',
  LOG_LEVEL: 'warn',
  APP_SECRET: 'only-for-this-soak-0123456789-0123456789',
  OPERATOR_KEYS: `soak:${operatorKey}`,
  LIMIT_CONTACT_PER_CLIENT: String(leadsPerClient),
  LIMIT_ATTESTATIONS_PER_CLIENT: '100000000',
  LIMIT_CHAT_LEADS_PER_CLIENT: '100000000',
  LIMIT_CHAT_LEADS_GLOBAL: '100000000',
}

export type Folder = ReturnType<typeof makeFolder>

/** A folder with all of the project, settings of its own, and where this user may mount one a small disk for its data. */
export function makeFolder(settings: Record<string, string>, diskMiB: number) {
  const folder = join(makeScratchFolder('soak-'), 'site')
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true })
  for (const name of readdirSync('.')) {
    if (!['.env', '.cache', 'data'].includes(name)) symlinkSync(resolve(name), join(folder, name))
  }
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMiB}m`, 'tmpfs', data]).status === 0
  const all = {
    ...parseEnv(readFileSync('.env.example', 'utf8')),
    DATABASE_URL: `file:${join(data, 'site.db')}`,
    ...ownSettings,
    ...settings,
  }
  write({})

  /** Changes settings in one step, as the site may read them meanwhile. */
  function write(changes: Record<string, string>) {
    const lines = Object.entries({ ...all, ...changes }).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(folder, '.env.new'), lines.join(''))
    renameSync(join(folder, '.env.new'), join(folder, '.env'))
  }

  function remove() {
    if (mounted) spawnSync('umount', [data])
    rmSync(join(folder, '..'), { recursive: true, force: true })
  }

  return { path: folder, data, database: join(data, 'site.db'), hasOwnDisk: mounted, write, remove }
}

/** Builds the site for the company of .env.example, whatever .env says, unless there is such a build. */
export function buildForSoak() {
  const scratch = makeScratchFolder('soak-build-')
  const env = childEnvironment({
    ...parseEnv(readFileSync('.env.example', 'utf8')),
    APP_SECRET: ownSettings.APP_SECRET,
    DATABASE_URL: `file:${join(scratch, 'site.db')}`,
  })
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  rmSync(scratch, { recursive: true })
  if (status !== 0) throw new Error('The site could not be built: see above.')
}

/** A build of another name, as a deploy makes one. */
export function copyBuild(port: number) {
  const build = `soak-${process.pid}`
  // As links: nobody writes into a build that is finished.
  const { status } = spawnSync('cp', ['-al', realpathSync(placesOf(port).link), folderOf(build)])
  if (status !== 0) throw new Error('The build could not be copied.')
  return build
}

/** Forgets what a port has served, and the copy that was made for it. */
export function forgetBuilds(port: number) {
  for (const path of Object.values(placesOf(port))) rmSync(path, { force: true })
  rmSync(folderOf(`soak-${process.pid}`), { recursive: true, force: true })
}
