// Debian's headless shell of Chromium: the same engine without the browser around it, so that a new page costs half as
// much of the processor's time. Beside a Chromium of Debian, whose files it reads.
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { unpackWithNeeds } from './debian.mjs'

const name = 'chromium-headless-shell'
const system = '/usr/lib/chromium'

/**
 * Its program for the Chromium at a path; undefined where that is not Debian's, where the shell cannot be had, and where it
 * does not start, as its version is another one.
 */
export async function findHeadlessShell(browser) {
  const program = browser === '/usr/bin/chromium' ? await fetchHeadlessShell() : undefined
  if (!program) return undefined
  const { chromium } = await import('playwright')
  try {
    await (await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })).close()
    return program
  } catch {
    return undefined
  }
}

/** The same, without a look at whether it starts. */
export async function fetchHeadlessShell() {
  if (!existsSync(system)) return undefined
  const root = await unpackWithNeeds(name)
  if (!root) return undefined
  const folder = resolve(join(root, system))
  // It takes from its own folder what the Chromium has in that of the system.
  for (const file of readdirSync(system).filter((each) => !existsSync(join(folder, each)))) {
    rmSync(join(folder, file), { force: true })
    symlinkSync(join(system, file), join(folder, file))
  }
  return join(folder, name)
}
