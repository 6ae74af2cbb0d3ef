import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { listBuilds, markFinished, readBuild, touchBuild } from '@/scripts/builds/folder.mjs'
import { withBuildLock } from '@/scripts/builds/lock.mjs'
import { openHistory, pruneBuilds } from '@/scripts/builds/served.mjs'
import { environmentOf } from '@/scripts/serving/server-process.mjs'
import { readBuildSettings } from '@/scripts/settings.mjs'

const checkout = process.cwd()
let age = 0

beforeEach(() => {
  process.chdir(mkdtempSync(join(tmpdir(), 'builds-')))
})

afterAll(() => process.chdir(checkout))

/** Makes builds, each newer than the one before. */
function makeBuilds(...names: string[]) {
  for (const name of names) {
    mkdirSync(join('.builds', name), { recursive: true })
    markFinished(name, { settings: {} })
    const at = new Date(Date.UTC(2026, 0, 1, 0, age++))
    utimesSync(join('.builds', name, 'build.json'), at, at)
  }
}

it('takes a folder for a build once it was finished', () => {
  mkdirSync('.builds/half', { recursive: true })
  expect(readBuild('half')).toBeUndefined()
  expect(readBuild('none')).toBeUndefined()
  markFinished('half', { settings: { SITE_BRAND: 'Quorndon' } })
  expect(readBuild('half')).toEqual({ settings: { SITE_BRAND: 'Quorndon' } })
})

it('goes back through what a port has served, and passes over what is gone', () => {
  makeBuilds('a', 'b', 'c')
  const history = openHistory(3000)
  for (const build of ['a', 'b', 'c']) {
    history.announce(build)
    history.serve(build)
  }
  expect(readlinkSync('.builds/served/3000')).toBe('../c')
  rmSync('.builds/b', { recursive: true })
  expect(history.previous()).toBe('a')
  history.goBack('a')
  expect(readlinkSync('.builds/served/3000')).toBe('../a')
  // Another start remembers; another port knows nothing of it.
  expect(openHistory(3000).previous()).toBeUndefined()
  openHistory(3000).serve('c')
  expect(openHistory(3000).previous()).toBe('a')
  expect(openHistory(4000).previous()).toBeUndefined()
})

it('keeps the newest builds and what a port serves, has served or is about to serve; others go, finished or not', () => {
  makeBuilds('first', 'second', 'tried', 'unused', 'x', 'y', 'z')
  mkdirSync('.builds/interrupted')
  const history = openHistory(3000)
  history.serve('first')
  history.serve('second')
  history.announce('tried')
  pruneBuilds()
  expect(listBuilds().sort()).toEqual(['first', 'second', 'tried', 'x', 'y', 'z'])
})

it('forgets a port that has served nothing for a month, unless it still does', () => {
  makeBuilds('old', 'current', 'x', 'y', 'z')
  openHistory(3000).serve('old')
  openHistory(4000).serve('current')
  const long = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
  const gone = 2 ** 22 + 1
  writeFileSync('.builds/served/3000.json', JSON.stringify({ pid: gone, good: ['old'], known: [] }))
  for (const port of [3000, 4000]) utimesSync(`.builds/served/${port}.json`, long, long)
  pruneBuilds()
  expect(listBuilds().sort()).toEqual(['current', 'x', 'y', 'z'])
  expect(existsSync('.builds/served/3000.json')).toBe(false)
})

it('keeps an old build that is used again', () => {
  makeBuilds('again', 'w', 'x', 'y', 'z')
  touchBuild('again')
  pruneBuilds()
  expect(listBuilds().sort()).toEqual(['again', 'y', 'z'])
})

it('lets one build after the other be made, and takes over the lock of a process that is gone', async () => {
  mkdirSync('.builds')
  writeFileSync('.builds/lock', String(2 ** 22 + 1))
  const order: string[] = []
  const make = (name: string) =>
    withBuildLock(async () => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 10))
      order.push(`${name} ends`)
    })
  await Promise.all([make('one'), make('two')])
  expect(order.map((line) => line.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends'])
  expect(existsSync('.builds/lock')).toBe(false)
})

it('serves a build with its own brand, and with all other settings as they are now', () => {
  mkdirSync('.builds/a', { recursive: true })
  markFinished('a', { settings: { SITE_PRODUCT: 'Silver Ledger' } })
  const settings = { SITE_BRAND: 'Halcrest', SITE_PRODUCT: 'Direct Reserve', SMTP_URL: 'smtp://new' }
  expect(environmentOf('a', settings)).toMatchObject({
    SITE_BRAND: '',
    SITE_PRODUCT: 'Silver Ledger',
    SMTP_URL: 'smtp://new',
    NODE_ENV: 'production',
  })
})

it('takes the brand, and no secret, for a part of a build', () => {
  const environment = {
    SITE_BRAND: 'Quorndon',
    SITE_URL: '',
    NOINDEX: 'true',
    APP_SECRET: 'x',
    SMTP_URL: 'y',
    DEMO: 'true',
  }
  expect(readBuildSettings(environment)).toEqual({ DEMO: 'true', NOINDEX: 'true', SITE_BRAND: 'Quorndon' })
})
