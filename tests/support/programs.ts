// Finds or unpacks programs for tests, benchmarks and pictures: the system's
// own, or Debian's packages, unpacked into .cache. These are not installed,
// because an installed web server would start itself.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { announce, bin, fail, run } from '../../scripts/commands'
import { readSettings } from '../../scripts/settings'

const unpacked = '.cache/debian'
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]
const chromiumFolder = '/usr/lib/chromium'

// Leaves out PostgreSQL's packages for compiling queries, and tools that a test
// cluster does not need.
const unneeded =
  /^(libllvm|libz3|perl|libperl|libgdbm|libjson-perl|libc-l10n|locales|ucf|netbase|ssl-cert|postgresql-client|postgresql-common)/

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, Playwright's, the system's, or
 * a newly installed one.
 */
export async function findBrowser(): Promise<string> {
  if (!(await installedBrowser())) {
    announce('Installing a browser.')
    const command = ['install', '--with-deps', 'chromium']
    if ((await run(bin('playwright'), command)) !== 0)
      await runAsRoot('apt-get', 'install', '-y', '-qq', 'chromium')
  }
  return (
    (await installedBrowser()) ??
    fail(
      'No Chromium was found or could be installed: install one and set CHROMIUM_PATH to it.',
    )
  )
}

export async function installedBrowser(): Promise<string | undefined> {
  const { chromium } = await import('playwright')
  const candidates = [
    readSettings().CHROMIUM_PATH,
    chromium.executablePath(),
    ...systemBrowsers,
  ]
  return candidates.find((path) => path && existsSync(path))
}

/**
 * Returns the path of Debian's headless shell for Debian's Chromium, whose
 * files it uses. It has the same engine but needs half the processor time for a
 * new page. Returns undefined if the two versions differ.
 */
export async function findHeadlessShell(
  browser: string,
): Promise<string | undefined> {
  const name = 'chromium-headless-shell'
  const root =
    browser === '/usr/bin/chromium' && existsSync(chromiumFolder)
      ? await unpackWithNeeds(name)
      : undefined
  if (!root) return undefined
  const folder = resolve(join(root, chromiumFolder))
  for (const file of readdirSync(chromiumFolder).filter(
    (each) => !existsSync(join(folder, each)),
  )) {
    rmSync(join(folder, file), { force: true })
    symlinkSync(join(chromiumFolder, file), join(folder, file))
  }
  const { status } = spawnSync(join(folder, name), ['--version'])
  return status === 0 ? join(folder, name) : undefined
}

/**
 * Returns Firefox and the libraries it needs; undefined if it is not on this
 * machine.
 */
export function locateFirefox() {
  const program = 'usr/lib/firefox-esr/firefox-esr'
  const root = ['/', resolve(unpacked, 'firefox-esr')].find((each) =>
    existsSync(join(each, program)),
  )
  return root && { program: join(root, program), libraries: librariesIn(root) }
}

/**
 * Returns the folder above `usr/lib/postgresql` ('/' if it is installed);
 * undefined if PostgreSQL is not on this machine.
 */
export function locatePostgresql(): string | undefined {
  return ['/', resolve(unpacked, 'postgresql')].find(
    (root) => binariesIn(root) !== undefined,
  )
}

/**
 * Returns the folder with `initdb` and `postgres` of the newest version below a
 * root.
 */
export function binariesIn(root: string): string | undefined {
  const versions = join(root, 'usr/lib/postgresql')
  if (!existsSync(versions)) return undefined
  const newestFirst = readdirSync(versions).sort(
    (a, b) => Number(b) - Number(a),
  )
  const folders = newestFirst.map((version) => join(versions, version, 'bin'))
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  )
}

/**
 * Returns PgBouncer and the libraries it needs; undefined if it is not on this
 * machine.
 */
export function locatePgbouncer() {
  const program = 'usr/sbin/pgbouncer'
  const root = ['/', resolve(unpacked, 'pgbouncer')].find((each) =>
    existsSync(join(each, program)),
  )
  return root === undefined
    ? undefined
    : { program: join(root, program), libraries: librariesIn(root) }
}

/**
 * Fetches Firefox, PostgreSQL and PgBouncer unless this machine has them. Their
 * tests are skipped if that fails.
 */
export async function fetchEngines(): Promise<void> {
  if (!locateFirefox()) await unpackWithNeeds('firefox-esr')
  if (!locatePostgresql())
    await unpackWithNeeds('postgresql', (name) => !unneeded.test(name))
  if (!locatePgbouncer())
    await unpackWithNeeds('pgbouncer', (name) => !unneeded.test(name))
}

/**
 * Returns the path of a program, fetched from the package of the same name
 * unless `packaged` is given; undefined if it cannot be fetched. `isNeeded`
 * chooses which packages are fetched.
 */
export async function findProgram(
  name: string,
  packaged = name,
  isNeeded = (needed: string) => needed === packaged,
): Promise<string | undefined> {
  const system = [
    ...(readSettings().PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/bin',
  ]
  const root = resolve(unpacked, packaged)
  const found = () =>
    [...system, ...programFoldersIn(root)]
      .map((path) => join(path, name))
      .find(isFile)
  return (
    found() ??
    ((await unpackWithNeeds(packaged, isNeeded)) ? found() : undefined)
  )
}

function programFoldersIn(root: string): string[] {
  // Searches the folders of Java, because Debian's package creates its links in
  // /usr/bin only when it is installed.
  const java = join(root, 'usr/lib/jvm')
  const versions = existsSync(java)
    ? readdirSync(java).map((version) => join(java, version, 'bin'))
    : []
  return [join(root, 'usr/sbin'), join(root, 'usr/bin'), ...versions]
}

/**
 * Returns the folders of unpacked libraries for LD_LIBRARY_PATH; empty for
 * those of the system.
 */
export function librariesIn(root: string): string {
  if (root === '/') return ''
  const folders = ['usr/lib', 'lib']
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => folder.endsWith('-linux-gnu'))
    .join(':')
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

/**
 * Returns a folder with an unpacked package and the dependencies that this
 * system lacks; undefined if it cannot be fetched.
 */
async function unpackWithNeeds(
  name: string,
  isNeeded = (_: string) => true,
): Promise<string | undefined> {
  const target = resolve(unpacked, name)
  if (existsSync(target)) return target
  if (!isFile('/usr/bin/apt-get')) return undefined
  announce(`Fetching Debian's ${name}, without installing it.`)
  const needs = () => {
    const { stdout } = spawnSync('apt-get', [
      'install',
      '-qq',
      '--no-install-recommends',
      '--simulate',
      name,
    ])
    const names = [...String(stdout).matchAll(/^Inst (\S+)/gm)].map(
      ([, needed = '']) => needed,
    )
    return names.filter(isNeeded)
  }
  const downloads = join(unpacked, `${name}.packages`)
  mkdirSync(downloads, { recursive: true })
  if (!(await download(downloads, needs()))) {
    await runAsRoot('apt-get', 'update', '-qq')
    if (!(await download(downloads, needs()))) return undefined
  }
  const draft = join(unpacked, `${name}.${process.pid}`)
  mkdirSync(draft, { recursive: true })
  for (const archive of readdirSync(downloads).filter((file) =>
    file.endsWith('.deb'),
  )) {
    if ((await run('dpkg-deb', ['-x', join(downloads, archive), draft])) !== 0)
      return undefined
  }
  renameSync(draft, target)
  relinkWithin(target)
  return target
}

/** Points links with absolute paths to the unpacked files. */
function relinkWithin(root: string): void {
  const links = readdirSync(root, {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isSymbolicLink())
  for (const { parentPath, name } of links) {
    const link = join(parentPath, name)
    const aim = join(root, readlinkSync(link))
    if (!readlinkSync(link).startsWith('/') || !existsSync(aim)) continue
    rmSync(link)
    symlinkSync(aim, link)
  }
}

async function download(folder: string, names: string[]): Promise<boolean> {
  if (names.length === 0) return false
  return (
    (await run('sh', [
      '-c',
      `cd ${folder} && apt-get download -qq ${names.join(' ')}`,
    ])) === 0
  )
}

async function runAsRoot(...command: string[]): Promise<void> {
  const [program = '', ...args] =
    process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  await run(program, args, { DEBIAN_FRONTEND: 'noninteractive' })
}
