// `npm run test:machines [-- 20 22 24 container]`: the last commit on a clean Debian without a compiler, with each Node,
// and the steps of the Dockerfile. Needs root, debootstrap and about 4 GB.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { announce, fail, run } from './commands.mjs'
import { buildStage, runContainer } from './machines/dockerfile.mjs'
import { addNode, base, enter, findCompilers, makeBase, makeFolder, user, withMachine } from './machines/root.mjs'
import { trySite } from './machines/try-site.mjs'
import { readPort } from './place.mjs'

const given = process.argv.slice(2)
const subjects = given.length > 0 ? given : ['20', '22', '24', 'container']
const port = readPort()

await makeBase()
if (findCompilers(base) !== '') fail(`The machine has compilers: ${findCompilers(base)}.`)
for (const subject of subjects) {
  const seen = subject === 'container' ? await tryContainer() : await tryClone(subject)
  announce(`${subject}: ${seen}.`)
}

async function tryClone(version) {
  const programs = await addNode(version)
  const place = `/srv/clone-${version}`
  const folder = makeFolder(base, place)
  await run('git', ['clone', '--quiet', '--no-hardlinks', '.', folder])
  await run('chown', ['-R', `${user}:${user}`, folder])
  announce(`npm start with Node ${version}, in a fresh clone on a machine without a compiler.`)
  const key = () => readFileSync(join(folder, '.env'), 'utf8').match(/^OPERATOR_KEYS=operator:(.+)$/m)[1]
  return await withMachine(base, {}, () => {
    const environment = { PATH: `${programs}:/usr/bin:/bin`, PORT: port }
    return trySite(enter(base, { folder: place, environment }, ['npm', 'start']), port, key)
  })
}

async function tryContainer() {
  const container = await buildStage('site', await addNode('24'))
  const [secret, key] = [1, 2].map(() => randomBytes(32).toString('base64url'))
  const environment = { PORT: port, APP_SECRET: secret, OPERATOR_KEYS: `operator:${key}` }
  return await runContainer(container, environment, async (site, checkHealth) => {
    const seen = await trySite(site, port, () => key, checkHealth)
    return `${seen}; as user ${container.as}, its files read-only, its health check passed`
  })
}
