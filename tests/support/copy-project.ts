import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const left = [
  'node_modules',
  '.next',
  '.build',
  '.build.next',
  '.build-demo',
  '.packages',
  '.git',
  '.cache',
  '.env',
  'data',
  'test-results',
]

/**
 * Copies the project as it stands, without what is built, and returns the folder, for whoever changes its files. It lies
 * inside the checkout, for Next wants the packages, which copies share, below one root.
 */
export function copyProject(): string {
  mkdirSync('.cache', { recursive: true })
  const folder = resolve(mkdtempSync('.cache/copy-'))
  for (const name of readdirSync('.')) {
    if (!left.includes(name)) cpSync(name, join(folder, name), { recursive: true, filter: isOwn })
  }
  for (const packages of ['node_modules', 'tests/tools/node_modules'].filter((path) => existsSync(path))) {
    symlinkSync(resolve(packages), join(folder, packages))
  }
  return folder
}

/** Whether a path is the project's own, and no package. */
export function isOwn(path: string): boolean {
  return basename(path) !== 'node_modules'
}
