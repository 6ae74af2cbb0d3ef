import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeProposal, propose } from '@/scripts/edit/proposal'
import { type Clone, createRepositories } from '../support/repository'

const home = process.cwd()
const repositories = createRepositories()
let site: Clone

// A person's own git has settings that these tests must not depend on.
process.env.GIT_CONFIG_GLOBAL = join(tmpdir(), 'no-git-config')
process.env.GIT_CONFIG_NOSYSTEM = '1'

beforeEach(() => {
  site = repositories.clone()
  process.chdir(site.folder)
})

afterEach(() => process.chdir(home))

afterAll(() => repositories.remove())

const title = {
  en: 'Gold and silver, one token an ounce',
  fr: 'Or et argent, un jeton par once',
  es: 'Oro y plata, un token por onza',
}

function changeTitle() {
  for (const [locale, text] of Object.entries(title)) site.setText(locale, 'Hero.title', text)
}

describe('a proposal', () => {
  it('is a branch and a commit with the changed texts, on the remote, with the next step', async () => {
    changeTitle()
    const told = await describeProposal()
    expect(told).toMatchObject({ blocking: [], isOpen: false, author: 'Marie Editor <marie@halcrest.example>' })
    expect(told.message).toBe('Home: hero title (en, fr, es)\n\n- Hero.title (en, fr, es)')
    const { branch, commit, pushed, next } = await propose({ message: told.message })
    expect(branch).toMatch(/^copy\/\d{4}-\d\d-\d\d-hero-title$/)
    expect(pushed).toBe(true)
    expect(site.git('ls-remote', 'origin', `refs/heads/${branch}`)).toContain(commit)
    expect(site.git('symbolic-ref', '--short', 'HEAD')).toBe(branch)
    expect(site.git('status', '--porcelain')).toBe('')
    expect(next[0]).toBe(`Your texts are on origin, as the branch ${branch}.`)
  })
})
