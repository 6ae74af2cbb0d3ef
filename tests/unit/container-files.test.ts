import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readStages } from '@/scripts/machines/dockerfile.mjs'
import { commands } from '@/scripts/package/compile.mjs'
import { readBuildSettings } from '@/scripts/settings.mjs'

const settings = readFileSync('.env.example', 'utf8').match(/^\w+(?==)/gm) ?? []
const ofPages = Object.keys(readBuildSettings(Object.fromEntries(settings.map((name) => [name, 'x']))))
const stages = readStages(readFileSync('Dockerfile', 'utf8'))
const compose = readFileSync('compose.yaml', 'utf8')
const unit = 'deploy/site.service'

function valuesOf(stage: string, word: string): string[] {
  const { instructions = [] } = stages.find(({ name }) => name === stage) ?? {}
  return instructions.filter(([first]) => first === word).map(([, rest = '']) => rest)
}

it('an image takes every setting that pages are made with', () => {
  expect(ofPages.length).toBeGreaterThan(10)
  expect(valuesOf('build', 'ARG').join(' ').split(' ').sort()).toEqual(ofPages)
  const [, args = ''] = compose.match(/args: &pages\n((?: {8}\S.*\n)+)/) ?? []
  expect((args.match(/(?<=^ {8})\w+/gm) ?? []).sort()).toEqual(ofPages)
})

it('the image runs what a package has, and not as root', () => {
  const [command = ''] = valuesOf('site', 'CMD')
  expect(JSON.parse(command)).toEqual(['node', 'start.mjs'])
  expect(valuesOf('site', 'USER')).toEqual(['1000:1000'])
  expect(valuesOf('site', 'HEALTHCHECK').join()).toContain('"commands/health.mjs"')
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const [script, file] of Object.entries(commands)) expect(scripts[script]).toContain(`scripts/${file}.ts`)
})

it('nothing secret or made gets into an image', () => {
  const left = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(left).toEqual(expect.arrayContaining(['.env', '.git', 'data', 'node_modules', '.builds']))
})

it('every container has a read-only root and no capability that it does not name', () => {
  const services = compose.slice(compose.indexOf('\nservices:')).match(/^ {2}\w+:\n {4}.*$/gm) ?? []
  expect(services).toHaveLength(3)
  for (const service of services) expect(service).toMatch(/<<: \*hardened$/)
  expect(compose).toMatch(
    /&hardened\n {2}read_only: true\n {2}cap_drop: \[ALL\]\n {2}security_opt: \[no-new-privileges:true\]/,
  )
})

it('the unit exposes no more than the documentation says', () => {
  const [, said = ''] = readFileSync('docs/deployment.md', 'utf8').match(/exposure\s+level of (\d\.\d)/) ?? []
  expect(Number(said)).toBeGreaterThan(0)
  expect(Number(said)).toBeLessThan(1.5)
  if (!existsSync('/usr/bin/systemd-analyze')) return
  const options = ['security', '--offline=true', '--no-pager', `--threshold=${Number(said) * 10}`, unit]
  const { status, stdout } = spawnSync('systemd-analyze', options, { encoding: 'utf8' })
  expect(stdout).toContain('Overall exposure level')
  expect(status, stdout).toBe(0)
})
