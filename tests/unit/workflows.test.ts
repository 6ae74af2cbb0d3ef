import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkPackages, selectPackages } from '@/scripts/copy/packages.mjs'
import { parse } from '../../scripts/tools/node_modules/yaml'
import { files, withText } from '../support/copy'
import { createRepositories } from '../support/repository'

const step = z.object({ uses: z.string().optional(), run: z.string().optional() })
const job = z.object({ 'timeout-minutes': z.number(), steps: z.array(step) })
const workflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  concurrency: z.object({ group: z.string() }),
  jobs: z.record(z.string(), job),
})
const gitlabJob = z.object({
  script: z.array(z.string()),
  timeout: z.string(),
  artifacts: z.object({ expose_as: z.string().optional(), paths: z.array(z.string()).optional() }).optional(),
})

const sources = Object.fromEntries(
  ['copy', 'tests'].map((name) => [name, readFileSync(`.github/workflows/${name}.yml`, 'utf8')]),
)
const workflows = Object.entries(sources).map(([name, source]) => [name, workflowSchema.parse(parse(source))] as const)
const gitlab = z.record(z.string(), z.unknown()).parse(parse(readFileSync('.gitlab-ci.yml', 'utf8'), { merge: true }))
const gitlabJobs = Object.entries(gitlab).flatMap(([name, value]) => {
  const found = gitlabJob.safeParse(value)
  return found.success ? [[name, found.data] as const] : []
})

const scratch = mkdtempSync(join(tmpdir(), 'workflows-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('the workflows', () => {
  type Parser = {
    parseWorkflow(file: { name: string; content: string }, trace: object): { context: Context; value: object }
    convertWorkflowTemplate(context: Context, value: object): Promise<{ errors?: { Message: string }[] }>
    NoOperationTraceWriter: new () => object
  }
  type Context = { errors: { getErrors(): { message: string }[] } }
  let github: Parser

  // GitHub's own parser imports JSON as bundlers do.
  beforeAll(async () => {
    const outfile = join(scratch, 'parser.cjs')
    const contents = "export * from '@actions/workflow-parser'"
    const stdin = { contents, resolveDir: resolve('scripts/tools') }
    await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' })
    github = (await import(outfile)).default
  })

  async function errorsOf(name: string, content: string): Promise<string[]> {
    const { context, value } = github.parseWorkflow({ name, content }, new github.NoOperationTraceWriter())
    const { errors = [] } = await github.convertWorkflowTemplate(context, value)
    return [...context.errors.getErrors().map(({ message }) => message), ...errors.map(({ Message }) => Message)]
  }

  it.each(Object.entries(sources))('%s is one that GitHub reads', async (name, source) => {
    expect(await errorsOf(name, source)).toEqual([])
    expect(await errorsOf(name, source.replace('runs-on:', 'run-on:'))).not.toEqual([])
    expect(await errorsOf(name, source.replace('github.event_name', 'githup.event_name'))).not.toEqual([])
    expect(await errorsOf(name, source.replace(/needs: \w+/, 'needs: nothing'))).not.toEqual([])
  })

  it.each(workflows)('%s may only read, ends in time, and takes actions of a known version', (_, workflow) => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(workflow.concurrency.group).toContain('github.ref')
    for (const { steps } of Object.values(workflow.jobs)) {
      const used = steps.flatMap(({ uses }) => uses ?? [])
      expect(used.length).toBeGreaterThan(0)
      for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@v\d+$/)
      for (const { run } of steps) expect(run ?? '').not.toContain('${{')
    }
  })

  it('do on GitLab what they do on GitHub', () => {
    expect(gitlabJobs.map(([name]) => name)).toEqual([
      'copy check',
      'preview of the texts',
      'tests of the texts',
      'all tests',
      'tests of the editor',
    ])
    const commands = (lines: string[]) =>
      lines.flatMap((line) => line.match(/(npm (run |test)[^"|&]*)/)?.[1]?.trim() ?? [])
    const onGitlab = gitlabJobs.flatMap(([, { script }]) => commands(script))
    const runs = workflows.flatMap(([, { jobs }]) => Object.values(jobs).flatMap(({ steps }) => steps))
    expect(onGitlab).toEqual(commands(runs.flatMap(({ run }) => run ?? [])))
    // GitLab shows a folder only with its slash.
    for (const [, { artifacts }] of gitlabJobs) {
      if (artifacts?.expose_as) expect(artifacts.paths).toEqual([expect.stringMatching(/\/$/)])
    }
  })
})

describe('the copy check of a proposal', { timeout: 120_000 }, () => {
  const project = join(scratch, 'project')
  const bad = withText('fr', 'HomeFaq.items.fees.question', 'Quels sont les <frais>tarifs</frais>, 100 % ?')
  const line = bad.split('\n').findIndex((text) => text.includes('<frais>')) + 1

  // Outside of the checkout, with the packages that the check installs and no others.
  beforeAll(() => {
    const parts = [
      '.env.example',
      'brands',
      'lib',
      'messages',
      'package.json',
      'package-lock.json',
      'scripts',
      'tsconfig.json',
    ]
    const isOwn = (path: string) => !/node_modules|generated/.test(path)
    for (const part of parts) cpSync(part, join(project, part), { recursive: true, filter: isOwn })
    for (const name of checkPackages) {
      mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true })
      symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name))
    }
  })

  beforeEach(() => writeFileSync(join(project, 'messages/fr.json'), files.fr ?? ''))

  function runAll(commands: string[]) {
    const { PATH, HOME } = process.env
    const env = { NODE_ENV: 'production', PATH, HOME } as const
    const script = commands.join('\n')
    return spawnSync('bash', ['-eo', 'pipefail', '-c', script], { cwd: project, env, encoding: 'utf8' })
  }

  const commandsOfGithub = () => {
    const [, copy] = workflows.find(([name]) => name === 'copy') ?? []
    return copy?.jobs.check?.steps.flatMap(({ run }) => run ?? []) ?? []
  }
  const commandsOfGitlab = () => gitlabJobs.find(([name]) => name === 'copy check')?.[1].script ?? []

  it('is silent where there is nothing to fix', () => {
    const { status, stdout } = runAll(commandsOfGithub())
    expect([status, stdout]).toEqual([0, expect.not.stringContaining('::')])
  })

  it('says on GitHub which line is wrong, and fails', () => {
    writeFileSync(join(project, 'messages/fr.json'), bad)
    const { status, stdout } = runAll(commandsOfGithub())
    expect(status).toBe(1)
    const said = stdout.split('\n').filter((text) => text.startsWith('::error '))
    expect(said).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^::error file=messages/fr\\.json,line=${line},col=9,title=HomeFaq\\.items\\.fees\\.question \\(fr\\)::There is no tag “<frais>”\\.%0AA text may link with`,
        ),
      ),
    )
  })

  it('says on GitLab which line is wrong, and fails', () => {
    writeFileSync(join(project, 'messages/fr.json'), bad)
    const { status } = runAll(commandsOfGitlab())
    expect(status).toBe(1)
    const report = JSON.parse(readFileSync(join(project, '.cache/copy/gitlab.json'), 'utf8'))
    expect(report).toContainEqual({
      description: expect.stringContaining('HomeFaq.items.fees.question: There is no tag “<frais>”. A text may link'),
      check_name: 'tags',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: 'critical',
      location: { path: 'messages/fr.json', lines: { begin: line } },
    })
  })

  it('installs what it needs as the whole lock has it', () => {
    const [manifest, lock] = ['package.json', 'package-lock.json'].map((file) => JSON.parse(readFileSync(file, 'utf8')))
    const selected = selectPackages(manifest, lock, checkPackages)
    expect(Object.keys(selected.lock.packages)).toEqual(
      expect.arrayContaining(['node_modules/tsx', 'node_modules/esbuild', 'node_modules/@esbuild/linux-x64']),
    )
    expect(Object.keys(selected.lock.packages).length).toBeLessThan(60)
    const folder = mkdtempSync(join(scratch, 'packages-'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify(selected.manifest))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(selected.lock))
    const npm = spawnSync('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect([npm.status, npm.stderr]).toEqual([0, expect.not.stringContaining('npm error')])
  })
})

describe('what has changed', () => {
  const repositories = createRepositories()
  const site = repositories.open().clone()
  afterAll(() => repositories.remove())

  function changedSince(...commit: string[]): string {
    const script = resolve('scripts/changed-parts.mjs')
    return spawnSync(process.execPath, [script, ...commit], { cwd: site.folder, encoding: 'utf8' }).stdout
  }

  it.each([
    ['texts alone', ['messages/fr.json', 'scripts/copy/reviewed.json', 'lib/seo/content-dates.json'], true, false],
    [
      'texts of a brand, terms and training questions',
      ['brands/halcrest/messages/en.json', 'scripts/copy/terms/fr.json', 'lib/chatbot/training/fr.json'],
      true,
      false,
    ],
    ['code', ['lib/routes.ts'], false, true],
    ['both', ['messages/fr.json', 'scripts/copy/usage.json'], true, true],
    ['a brand’s facts', ['brands/halcrest/brand.json'], false, true],
  ])('is told: %s', (_, changed, texts, code) => {
    site.git('checkout', '--quiet', '--detach', 'origin/main')
    for (const file of changed) site.write(file, `${file} changed`)
    site.commitAll('Change')
    expect(changedSince('origin/main')).toBe(`texts=${texts}\ncode=${code}\n`)
  })

  it('is taken for everything where nobody knows', () => {
    for (const commit of [[], [''], ['0'.repeat(40)]]) expect(changedSince(...commit)).toBe('texts=true\ncode=true\n')
  })
})
