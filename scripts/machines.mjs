// `npm run test:machines [-- 20 22 24]`: the last commit on a clean Debian without a compiler, with each Node. Needs
// root, debootstrap and about 3 GB.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { announce, fail, run } from './commands.mjs'
import { addNode, enter, findCompilers, makeFolder, makeRoot, user, withMachine } from './machines/root.mjs'
import { trySite } from './machines/try-site.mjs'
import { readPort } from './place.mjs'

const given = process.argv.slice(2)
const versions = given.length > 0 ? given : ['20', '22', '24']
const port = readPort()

await makeRoot()
if (findCompilers() !== '') fail(`The machine has compilers: ${findCompilers()}.`)
makeFolder('srv/home')
await withMachine(async () => {
  for (const version of versions) await startFromClone(version)
})

async function startFromClone(version) {
  const programs = await addNode(version)
  const place = `srv/clone-${version}`
  const folder = makeFolder(place)
  await run('git', ['clone', '--quiet', '--no-hardlinks', '.', folder])
  await run('chown', ['-R', `${user}:${user}`, folder])
  announce(`npm start with Node ${version}, in a fresh clone on a machine without a compiler.`)
  const site = enter(`/${place}`, { PATH: `${programs}:/usr/bin:/bin`, PORT: port }, ['npm', 'start'])
  const key = () => readFileSync(join(folder, '.env'), 'utf8').match(/^OPERATOR_KEYS=operator:(.+)$/m)[1]
  announce(`Node ${version}: ${await trySite(site, port, key)}.`)
}
