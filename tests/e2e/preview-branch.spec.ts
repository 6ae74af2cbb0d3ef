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

test('npm run preview serves a proposal at the chosen port until it is stopped', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const folder = copyProject()
  // Places the repository outside the copy because, with a repository in it,
  // Next would not find the packages in the folders above.
  const repository = {
    GIT_DIR: makeScratchFolder('preview-git-'),
    GIT_WORK_TREE: folder,
    GIT_CONFIG_GLOBAL: join(folder, 'none'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const git = (...args: string[]) => {
    const env = { ...process.env, ...repository }
    const options = { cwd: folder, env, encoding: 'utf8' } as const
    const { status, stderr } = spawnSync('git', args, options)
    expect(status, stderr).toBe(0)
  }
  const previews = () =>
    readdirSync(join(folder, '.cache')).filter((name) =>
      name.startsWith('preview-'),
    )
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Tess Ting')
  git('config', 'user.email', 'tess@example.com')
  git('add', '--', '.', ':!node_modules', ':!tests/tools/node_modules')
  git('commit', '--quiet', '--message=Site')
  const before = readFileSync(join(folder, catalog), 'utf8')
  const { Hero } = JSON.parse(before)
  writeFileSync(
    join(folder, catalog),
    before.replace(Hero.title, 'Proposed gold'),
  )
  git('checkout', '--quiet', '-b', branch)
  git('commit', '--quiet', '--all', '--message=Title')
  git(
    'clone',
    '--quiet',
    '--bare',
    repository.GIT_DIR,
    `${repository.GIT_DIR}-remote`,
  )
  git('remote', 'add', 'origin', `${repository.GIT_DIR}-remote`)
  git('checkout', '--quiet', 'main')
  git('branch', '--quiet', '-D', branch)

  const environment = serverEnvironment()
  const site = await startServer(
    { ...environment, ...repository },
    `preview-branch ${branch} ${environment.PORT}`,
    300,
    folder,
  )
  await openInDevelopment(page, site.address)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Proposed gold',
  )
  expect(readFileSync(join(folder, catalog), 'utf8')).toBe(before)
  expect(
    readdirSync(join(folder, '.cache', previews()[0] ?? '', 'data')),
  ).toContain('site.db')

  // Leaves the page first, because it would report errors once its server is
  // gone.
  await page.goto('about:blank')
  await killServer(site.server, 'SIGINT')
  expect(previews()).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})
