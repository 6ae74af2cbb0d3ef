import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type en from '@/messages/en.json'
import { copyProject } from './copy-project'
import { test as pageTest } from './page'
import { makeScratchFolder } from './scratch'
import { killServer, serverEnvironment, startServer } from './server'

export type Editor = Awaited<ReturnType<typeof startEditor>>

/**
 * A test of `npm run edit`. All tests in a worker share an editor, because it
 * takes seconds to start. Each test leaves the editor as it was, so that the
 * tests can run in any order and in any worker.
 */
export const test = pageTest.extend<
  { restored: undefined },
  { editor: Editor }
>({
  editor: [provideEditor, { scope: 'worker', timeout: 240_000 }],
  baseURL: ({ editor }, use) => use(editor.address),
  // Turns off the fade-in of blocks, which tests/e2e/loading.spec.ts covers.
  contextOptions: { reducedMotion: 'reduce' },
  restored: [
    async ({ editor }, use, testInfo) => {
      // Allows for pages that the editor compiles on their first request.
      testInfo.setTimeout(400_000)
      await use(undefined)
      await editor.restore()
    },
    { auto: true },
  ],
})

/** Starts an editor for a fixture, and removes it afterwards. */
export async function provideEditor(
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires it.
  {}: object,
  use: (editor: Editor) => Promise<void>,
) {
  const editor = await startEditor()
  await use(editor)
  await editor.remove()
}

/**
 * Starts the editor on a copy of the project, because the tests change its
 * texts.
 */
async function startEditor() {
  const folder = copyProject()
  const { variables, git } = commitTexts(folder)
  const environment = { ...serverEnvironment(), ...variables, CI: '1' }
  const options = { command: 'edit', waitSeconds: 180, folder }
  let site = await startServer(environment, options)

  return {
    address: site.address,
    git,
    ...catalogsIn(folder),
    /** Removes every change, proposal, remote and message of a test. */
    async restore() {
      git('checkout', '--quiet', '--force', 'main')
      for (const remote of linesOf(git('remote')))
        git('remote', 'remove', remote)
      for (const branch of linesOf(git('branch', '--format=%(refname:short)')))
        if (branch !== 'main') git('branch', '--quiet', '-D', branch)
      rmSync(join(folder, '.cache/edit'), { recursive: true, force: true })
      await dismissNotice(site.address)
    },
    kill: () => killServer(site.server),
    async restart() {
      site = await startServer(environment, options)
    },
    async remove() {
      await killServer(site.server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Commits the texts to a new repository; returns it as environment variables.
 */
function commitTexts(folder: string) {
  // Places the repository outside the copy because, with a repository in it,
  // Next would not find the packages in the folders above.
  const variables = {
    GIT_DIR: makeScratchFolder('edit-git-'),
    GIT_WORK_TREE: folder,
    GIT_CONFIG_GLOBAL: join(folder, 'none'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const texts = [
    'messages',
    'scripts/copy',
    'lib/chatbot/questions',
    'lib/languages.json',
    'brands',
  ]
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Tess Ting')
  git('config', 'user.email', 'tess@example.com')
  git('add', ...texts)
  git('commit', '--quiet', '--message=Texts')
  return { variables, git }

  function git(...args: string[]): string {
    const env = { ...process.env, ...variables }
    const { status, stdout, stderr } = spawnSync('git', args, {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    return stdout
  }
}

function catalogsIn(folder: string) {
  const fileOf = (locale: string) => join(folder, `messages/${locale}.json`)
  const read = (locale: string) => readFileSync(fileOf(locale), 'utf8')
  return {
    catalog: (locale: string): typeof en => JSON.parse(read(locale)),
    /** Changes a catalog as another program would. */
    replaceInCatalog: (locale: string, before: string, after: string) =>
      writeFileSync(fileOf(locale), read(locale).replace(before, after)),
  }
}

/** Dismisses the result of “Get the latest texts”, which outlives its page. */
async function dismissNotice(address: string) {
  const response = await fetch(`${address}/_edit/notice-read`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!response.ok) throw new Error(await response.text())
}

export function linesOf(output: string): string[] {
  return output.split('\n').filter(Boolean)
}
