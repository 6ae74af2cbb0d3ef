import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Admission } from '@/lib/leads/admission'
import { saveLead } from '@/lib/leads/store'
import { validContact } from '../support/contact'

function leads(...args: string[]) {
  const command = ['--import', 'tsx', 'scripts/leads.ts', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env: process.env })
  return { status, stdout: stdout.trim(), stderr: stderr.trim() }
}

async function save(email: string, admission?: Admission) {
  const saved = await saveLead({ ...validContact, email }, randomUUID(), admission)
  return saved === 'key_reused' ? '' : saved.id
}

it('lists, shows, exports, releases and erases leads from the command line', async () => {
  const email = `${randomUUID()}@banque.example`
  const id = await save(email, { score: 100, quarantine: ['honeypot'] })
  const reference = id.slice(0, 8).toUpperCase()

  const [listed, ...last] = leads('list', '--state', 'quarantined').stdout.split('\n')
  expect(listed).toMatch(new RegExp(`^${reference}  .+  quarantined: honeypot \\(spam score 100\\)$`))
  expect(last.join('\n')).toMatch(/^1 lead is quarantined: see `npm run leads -- list --state quarantined`\.$/)
  // Every list says so, also one of other leads.
  expect(leads('list', '--state', 'abandoned').stdout).toMatch(/^1 lead is quarantined/)
  expect(JSON.parse(leads('show', reference).stdout)).toMatchObject({ id, email, quarantine: ['honeypot'] })
  expect(leads('export').stdout).toContain(email)
  expect(leads('retry', id).stdout).toContain('release it')
  expect(leads('release', reference).stdout).toBe('Released.')
  expect(leads('list', '--state', 'quarantined').stdout).toBe('No lead is quarantined.')
  expect(leads('release', reference).stdout).toBe('This lead is not quarantined.')
  expect(leads('erase', email.toUpperCase()).stdout).toBe('1 deleted.')
  expect(leads('show', id)).toMatchObject({ status: 1, stderr: `No lead has the id or reference ${id}.` })
}, 30_000)

it('says how it is used', () => {
  expect(leads()).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run leads -- COMMAND') })
  expect(leads('list', '--state', 'lost').status).toBe(1)
}, 15_000)
