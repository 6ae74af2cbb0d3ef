import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { Admin } from '@/components/operator/admin'
import { ConsoleFrame } from '@/components/operator/console-page'
import { loadAdmin } from '@/lib/console/admin'
import { bulkAction, leadAction } from '@/lib/console/leads/action-handler'
import { loadMessages } from '@/lib/i18n/messages'
import { findLead } from '@/lib/leads/list-store'
import { consolePaths } from '@/lib/operator/console-paths'
import { keys, siteRequest } from '../support/attestations'
import { postForm, redirectPathOf } from '../support/console-form'
import { storeLead } from '../support/delivery'
import { renderIn } from '../support/render'
import { makeScratchFolder } from '../support/scratch'
import { setForTest } from '../support/settings'

const words = { en: await loadMessages('en'), fr: await loadMessages('fr') }

function frameOf(query: Record<string, string> = {}): string {
  const frame = {
    section: 'overview',
    path: consolePaths.overview,
    query,
    operator: 'alice',
    children: null,
  } as const
  return renderIn(
    'en',
    words.en,
    createElement(() => ConsoleFrame(frame)),
  )
}

const sectionsIn = (html: string) =>
  [...html.matchAll(/href="\/operator\/?(\w*)"/g)]
    .map(([, section = '']) => section)
    .filter(Boolean)

describe('the console’s navigation', () => {
  it.each([
    ['', ['leads', 'questions', 'reports', 'health', 'audit', 'admin']],
    ['alice:sales', ['leads', 'questions']],
    ['alice:compliance', ['reports']],
    ['alice:compliance+admin', ['reports', 'health', 'audit', 'admin']],
    [
      'bob:sales',
      ['leads', 'questions', 'reports', 'health', 'audit', 'admin'],
    ],
  ])('with OPERATOR_ROLES=%j lists %j', (OPERATOR_ROLES, sections) => {
    setForTest({ OPERATOR_ROLES })
    expect(sectionsIn(frameOf())).toEqual(sections)
  })
})

const { deliveriesOff } = words.en.Operator

it('no console page says that nothing is sent while DELIVERIES is on', () => {
  expect(frameOf()).not.toContain(deliveriesOff)
})

it('every console page says that nothing is sent while DELIVERIES is off', async () => {
  setForTest({ DELIVERIES: 'off' })

  expect(frameOf()).toContain(deliveriesOff)
})

/** How a browser sends a form with alice’s key. */
const byAlice = { key: keys.alice, headers: { Accept: 'text/html' } }

describe('an action without the required role', () => {
  it('redirects to a page that names the role', async () => {
    const { id } = await storeLead()
    setForTest({ OPERATOR_ROLES: 'alice:sales' })

    const erase = { action: 'erase' }
    const answer = await postForm(leadAction, `leads/${id}`, erase, byAlice)

    expect(redirectPathOf(answer)).toBe(
      `/operator/leads/${id}?refused=wrong_role&role=admin`,
    )
    const sentence = words.en.Operator.roles.refused.replace('{role}', 'admin')
    expect(frameOf({ refused: 'wrong_role', role: 'admin' })).toContain(
      sentence,
    )
    expect(await findLead(id)).not.toBeNull()
  })

  it('cannot erase a person by address', async () => {
    const { id, email } = await storeLead()
    setForTest({ OPERATOR_ROLES: 'alice:sales+compliance' })

    const answer = await bulkAction(
      siteRequest('POST', '/api/operator/leads', {
        key: keys.alice,
        body: { action: 'erase', email },
      }),
    )

    expect(answer.status).toBe(403)
    expect(await findLead(id)).not.toBeNull()
  })
})

describe('an administrator without the sales role', () => {
  it('sees where an address occurs and who has which roles', async () => {
    const { email } = await storeLead({ email: 'eve@bank.example' })
    setForTest({ OPERATOR_ROLES: 'alice:admin,bob:sales+compliance' })
    const query = { email }

    const page = renderIn(
      'fr',
      words.fr,
      createElement(Admin, { ...(await loadAdmin(query)), query }),
    )

    expect(page).toContain(email)
    expect(page).toContain('sales, compliance')
    expect(page).toContain('name="from" value="admin"')
  })

  it('can erase an address', async () => {
    const { id, email } = await storeLead()
    setForTest({ OPERATOR_ROLES: 'alice:admin,bob:sales+compliance' })

    const erase = { action: 'erase', from: 'admin', email }
    const answer = await postForm(bulkAction, 'leads', erase, byAlice)

    expect(redirectPathOf(answer)).toBe('/operator/admin?done=erased&leads=1')
    expect(await findLead(id)).toBeNull()
  })
})

describe('npm run operator', () => {
  const folder = makeScratchFolder('operator-')
  const file = join(folder, '.env')

  function run(...words: string[]) {
    const command = [
      '--import',
      resolve('node_modules/tsx/dist/esm/index.mjs'),
      resolve('scripts/operator.ts'),
    ]
    return spawnSync(process.execPath, [...command, ...words], {
      cwd: folder,
      env: { ...process.env, TSX_TSCONFIG_PATH: resolve('tsconfig.json') },
      encoding: 'utf8',
    })
  }

  function giveRoles() {
    writeFileSync(file, `OPERATOR_KEYS=anna:${keys.alice},ben:${keys.bob}\n`)
    run('roles', 'ben', 'sales')
    run('roles', 'anna', 'compliance', 'admin')
  }

  it('lists the roles that it has set', () => {
    giveRoles()

    expect(run('list').stdout).toBe('anna: compliance+admin\nben: sales\n')
  })

  it('removes roles', () => {
    giveRoles()

    run('roles', 'ben', 'all')

    expect(readFileSync(file, 'utf8')).toMatch(
      /^OPERATOR_ROLES=anna:compliance\+admin$/m,
    )
  })

  it.each([
    [
      'anna',
      'selling',
      /^Add the roles that anna should have: sales, compliance, admin/,
    ],
    ['carl', 'sales', /^There is no operator carl\./],
  ])('refuses to give %s the role %s', (name, role, sentence) => {
    writeFileSync(file, `OPERATOR_KEYS=anna:${keys.alice}\n`)

    const { status, stderr } = run('roles', name, role)

    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(sentence),
    })
  })
})
