import { existsSync } from 'node:fs'
import { announce, bin, fail, run } from './commands.mjs'
import { readSettings } from './settings.mjs'

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

/** The path of a Chromium: CHROMIUM_PATH, Playwright's, the system's, else one that is installed now. */
export async function findBrowser() {
  const { chromium } = await import('playwright')
  const candidates = [readSettings().CHROMIUM_PATH, chromium.executablePath(), ...systemPaths]
  const found = () => candidates.find((path) => path && existsSync(path))
  if (!found()) {
    announce('Installing a browser for the tests.')
    if ((await run(bin('playwright'), ['install', '--with-deps', 'chromium'])) !== 0) await installDebianPackage()
  }
  return found() ?? fail('No Chromium was found or could be installed: install one and set CHROMIUM_PATH to it.')
}

async function installDebianPackage() {
  announce("Playwright's download was refused: trying the system's own package.")
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...prefix] = [...asRoot, 'apt-get']
  await run(command, [...prefix, 'update', '-qq'])
  await run(command, [...prefix, 'install', '-y', '-qq', 'chromium'], { DEBIAN_FRONTEND: 'noninteractive' })
}
