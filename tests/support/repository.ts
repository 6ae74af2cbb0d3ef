import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { withText } from './copy'

const firstDay = '2026-11-23'

function environmentOn(day: string) {
  const date = `${day}T09:00:00Z`
  return { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
}

const parts = [
  '.gitignore',
  'brands',
  'lib/chatbot/questions',
  'lib/languages.json',
  'lib/routes.ts',
  'messages',
  'scripts/copy',
  'tests/brands',
]

// Removes variables that a git hook sets for another repository when it starts
// the tests.
for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE'])
  delete process.env[name]

/**
 * Creates repositories with the files of proposals: bare remotes and any number
 * of clones.
 */
export function createRepositories() {
  const folder = mkdtempSync(join(tmpdir(), 'repositories-'))
  const source = join(folder, 'source')
  for (const part of parts)
    cpSync(part, join(source, part), { recursive: true })
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: source, env: environmentOn(firstDay) })
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '.')
  git(...asDeveloper, 'commit', '--quiet', '--message', 'Site')
  return {
    /** Creates a new remote. */
    open() {
      const bare = join(folder, `${randomUUID()}.git`)
      spawnSync('git', ['clone', '--quiet', '--bare', source, bare])
      return {
        clone: () => cloneOf(bare, join(folder, randomUUID())),
        hook: (name: string, script: string) =>
          writeHook(join(bare, 'hooks', name), script),
      }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

export type Clone = ReturnType<typeof cloneOf>

const asDeveloper = [
  '-c',
  'user.name=Dev',
  '-c',
  'user.email=dev@halcrest.example',
  '-c',
  'commit.gpgsign=false',
]

function cloneOf(source: string, folder: string) {
  let today = firstDay
  const run = (...args: string[]) => {
    const env = environmentOn(today)
    return spawnSync('git', args, { cwd: folder, encoding: 'utf8', env })
  }
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = run(...args)
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
  spawnSync('git', ['clone', '--quiet', source, folder])
  git('config', 'user.name', 'Marie Editor')
  git('config', 'user.email', 'marie@halcrest.example')
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return {
    folder,
    git,
    run,
    read,
    write,
    append: (file: string, text: string) => write(file, read(file) + text),
    /** Changes a catalog text as an editor would. */
    setText(locale: string, key: string, text: string | undefined) {
      write(
        `messages/${locale}.json`,
        withText(locale, key, text, read(`messages/${locale}.json`)),
      )
    },
    commitAll(message: string, day?: string) {
      if (day) today = day
      git('add', '.')
      git(...asDeveloper, 'commit', '--quiet', '--message', message)
    },
    hook: (name: string, script: string) =>
      writeHook(join(folder, '.git/hooks', name), script),
  }
}

function writeHook(file: string, script: string) {
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}
