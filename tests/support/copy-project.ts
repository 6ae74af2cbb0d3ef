import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const left = ['.env', '.git', 'data', 'node_modules', 'test-results']
const asDeveloper = ['-c', 'user.name=Dev', '-c', 'user.email=dev@site.example']

const isBuilt = /^\.(build|cache|next|packages)/

/**
 * Copies the project without its build output, for tests that change its files,
 * and returns the folder. The copy is inside the checkout, because Next needs
 * the packages, which copies share, below the same root.
 */
export function copyProject(): string {
  mkdirSync('.cache', { recursive: true })
  const folder = resolve(mkdtempSync('.cache/copy-'))
  const isOwn = (path: string) => basename(path) !== 'node_modules'
  for (const name of readdirSync('.')) {
    if (!left.includes(name) && !isBuilt.test(name))
      cpSync(name, join(folder, name), { recursive: true, filter: isOwn })
  }
  for (const packages of ['node_modules', 'tests/tools/node_modules'].filter(
    (path) => existsSync(path),
  )) {
    symlinkSync(resolve(packages), join(folder, packages))
  }
  return folder
}

/**
 * Clones the project with CRLF, as git for Windows does by default, and without
 * .gitattributes, because some clones are older than that file.
 */
export function cloneWithCrlf(): string {
  const source = copyProject()
  const clone = `${source}-crlf`
  const git = (...args: string[]) =>
    execFileSync('git', [...asDeveloper, ...args])
  rmSync(join(source, '.gitattributes'))
  rmSync(join(source, 'node_modules'))
  git('init', '--quiet', source)
  git('-C', source, 'add', '--force', '.')
  git('-C', source, 'commit', '--quiet', '--no-gpg-sign', '--message', 'Site')
  git('clone', '--quiet', '--config', 'core.autocrlf=true', source, clone)
  rmSync(source, { recursive: true })
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'))
  return clone
}

/**
 * Copies the project for tests that edit its texts with the site's commands, as
 * a marketer would.
 */
export function copySite() {
  const folder = copyProject()
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...asDeveloper, ...args])
  git('init', '--quiet')
  cpSync('.cache/look', join(folder, '.cache/look'), { recursive: true })

  const run = (...args: string[]) => runIn({}, ...args)

  /** Answers one question after another; returns what was printed. */
  async function talk(answers: string[], ...args: string[]) {
    const program = spawn(process.execPath, ['--import', 'tsx', ...args], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let printed = ''
    for await (const chunk of program.stdout) {
      printed += chunk
      if (printed.endsWith('): ')) program.stdin.write(`${answers.shift()}\n`)
    }
    return printed
  }

  function runIn(environment: Record<string, string>, ...args: string[]) {
    const options = {
      cwd: folder,
      env: { ...process.env, ...environment } as NodeJS.ProcessEnv,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    } as const
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', ...args],
      options,
    )
    return { status, stdout, stderr }
  }

  return {
    run,
    runIn,
    talk,
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    write(file: string, text: string) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
    add: (file: string) => cpSync(file, join(folder, basename(file))),
    commit() {
      git('add', 'messages')
      git('commit', '--quiet', '--no-gpg-sign', '--message', 'Texts')
    },
    /** The files below a path that Git ignores. */
    ignored: (path: string) =>
      git('ls-files', '--others', '--ignored', '--exclude-standard', path)
        .toString()
        .trim(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
