import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isOwn } from './copy-project'

const parts = [
  'app',
  'brands',
  'components',
  'lib',
  'messages',
  'public',
  '.cache/look',
  'scripts',
  'instrumentation.ts',
  'middleware.ts',
  'tsconfig.json',
]

/** A copy of the site's code and texts, to be edited as a marketer would; below this folder, for its packages. */
export function copySite() {
  const folder = join('.cache', 'site-copies', randomUUID())
  mkdirSync(folder, { recursive: true })
  for (const part of parts) cpSync(part, join(folder, part), { recursive: true, filter: isOwn })

  /** Runs a command of the site in the copy. */
  function run(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', ...args], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return { status, stdout, stderr }
  }

  return {
    folder,
    run,
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    write(file: string, text: string) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
    git: (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' }),
    add: (file: string) => cpSync(file, join(folder, file.split('/').at(-1) ?? file)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
