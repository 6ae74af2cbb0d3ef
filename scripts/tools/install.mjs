// A separate package, so that starting the server need not install these tools.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { announce, fail, run } from '../commands.mjs'

/** Installs the tools of a folder as locked, without their install scripts. */
export async function installTools(folder = 'scripts/tools') {
  const lock = readFileSync(`${folder}/package-lock.json`, 'utf8')
  const stamp = `${folder}/node_modules/.installed`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  announce('Installing the tools that check the site from outside.')
  const options = ['--ignore-scripts', '--omit=optional', '--loglevel=error']
  if ((await run('npm', ['ci', '--prefix', folder, ...options])) !== 0) fail('Installing the tools failed: see above.')
  writeFileSync(stamp, lock)
}
