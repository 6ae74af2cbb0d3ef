import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Admission } from '@/lib/leads/admission'
import { saveLead } from '@/lib/leads/store'
import { runCommand } from '@/scripts/leads/commands'
import { validContact } from '../support/contact'

function leads(...args: string[]) {
  return runCommand(args)
}

/** The command as an operator runs it. */
function npmRunLeads(...args: string[]) {
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

  const listing = npmRunLeads('list', '--state', 'quarantined')
  expect(listing).toMatchObject({ status: 0, stderr: '' })
  const [listed, ...last] = listing.stdout.split('\n')
  expect(listed).toMatch(new RegExp(`^${reference}  .+  quarantined: honeypot \\(spam score 100\\)$`))
  expect(last.join('\n')).toMatch(/^1 lead is quarantined: see `npm run leads -- list --state quarantined`\.$/)
  // Every list says so, also one of other leads.
  expect(await leads('list', '--state', 'abandoned')).toMatch(/^1 lead is quarantined/)
  expect(JSON.parse(await leads('show', reference))).toMatchObject({ id, email, quarantine: ['honeypot'] })
  expect(await leads('export')).toContain(email)
  expect(await leads('retry', id)).toContain('release it')
  expect(await leads('release', reference)).toBe('Released.')
  expect(await leads('list', '--state', 'quarantined')).toBe('No lead is quarantined.')
  expect(await leads('release', reference)).toBe('This lead is not quarantined.')
  expect(await leads('erase', email.toUpperCase())).toBe('1 deleted.')
  expect(npmRunLeads('show', id)).toMatchObject({ status: 1, stderr: `No lead has the id or reference ${id}.` })
})

it('says how it is used', async () => {
  expect(npmRunLeads()).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run leads -- COMMAND') })
  await expect(leads('list', '--state', 'lost')).rejects.toThrow()
})
