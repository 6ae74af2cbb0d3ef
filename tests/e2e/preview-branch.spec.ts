import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { copyProject } from '../support/copy-project'
import { openInDevelopment } from '../support/development'
import { test } from '../support/page'
import { makeScratchFolder } from '../support/scratch'
import { killServer, serverEnvironment, startServer } from '../support/server'

const branch = 'copy/2026-11-28-a1b2c3'
const catalog = 'messages/en.json'

let folder: string
// Places the repository outside the copy because, with a repository in it, Next
// would not find the packages in the folders above.
let repository: Record<string, string>

test.beforeAll(() => {
  folder = copyProject()
  repository = {
    GIT_DIR: makeScratchFolder('preview-git-'),
    GIT_WORK_TREE: folder,
    GIT_CONFIG_GLOBAL: join(folder, 'none'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
})

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

function git(...args: string[]) {
  const env = { ...process.env, ...repository }
  const options = { cwd: folder, env, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync('git', args, options)
  if (status !== 0) throw new Error(stderr)
}

function readCatalog(): string {
  return readFileSync(join(folder, catalog), 'utf8')
}

/** Pushes a branch with another headline, and leaves the main branch as it was. */
function pushProposal(headline: string) {
  const own = String(repository.GIT_DIR)
  const remote = `${own}-remote`
  const before = readCatalog()
  const { Hero } = JSON.parse(before)
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Tess Ting')
  git('config', 'user.email', 'tess@example.com')
  git('add', '--', '.', ':!node_modules', ':!tests/tools/node_modules')
  git('commit', '--quiet', '--message=Site')
  git('checkout', '--quiet', '-b', branch)
  writeFileSync(join(folder, catalog), before.replace(Hero.title, headline))
  git('commit', '--quiet', '--all', '--message=Title')
  git('clone', '--quiet', '--bare', own, remote)
  git('remote', 'add', 'origin', remote)
  git('checkout', '--quiet', 'main')
  git('branch', '--quiet', '-D', branch)
}

/** Returns the folders of the previews that exist. */
function previewFolders(): string[] {
  const cache = join(folder, '.cache')
  return readdirSync(cache)
    .filter((name) => name.startsWith('preview-'))
    .map((name) => join(cache, name))
}

test('npm run preview serves a proposal at the chosen port until it is stopped', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const before = readCatalog()
  pushProposal('Proposed gold')
  const environment = serverEnvironment()
  const site = await startServer(
    { ...environment, ...repository },
    {
      command: `preview-branch ${branch} ${environment.PORT}`,
      waitSeconds: 300,
      folder,
    },
  )

  await test.step('it leaves the checkout and its data alone', async () => {
    await openInDevelopment(page, site.address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Proposed gold',
    )
    expect(readCatalog()).toBe(before)
    const [preview = ''] = previewFolders()
    expect(readdirSync(join(preview, 'data'))).toContain('site.db')
  })

  await test.step('it leaves nothing behind', async () => {
    // Leaves the page first, because it would report errors once its server is
    // gone.
    await page.goto('about:blank')
    await killServer(site.server, 'SIGINT')
    expect(previewFolders()).toEqual([])
  })
})
