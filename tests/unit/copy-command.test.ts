import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { check } from '@/scripts/copy/check'
import { files, usage, withText } from '../support/copy'
import { copySite } from '../support/site-copy'

const site = copySite()
const recorded = site.read('scripts/copy/reviewed.json')
const copy = (...args: string[]) => site.run('scripts/copy.ts', ...args)

beforeEach(() => {
  for (const [locale, text] of Object.entries(files)) site.write(`messages/${locale}.json`, text)
  site.write('scripts/copy/reviewed.json', recorded)
})

afterAll(() => site.remove())

function change(locale: string, key: string, text: string) {
  site.write(`messages/${locale}.json`, withText(locale, key, text, site.read(`messages/${locale}.json`)))
}

/** What the command would end with 1 for. */
function errors(): string[] {
  const changed = Object.keys(files).map((locale) => [locale, site.read(`messages/${locale}.json`)])
  const reviewed = JSON.parse(site.read('scripts/copy/reviewed.json'))
  const found = check(Object.fromEntries(changed), reviewed, usage).filter(({ level }) => level === 'error')
  return found.map(({ locale, key }) => `${locale} ${key}`)
}

describe('npm run copy', { timeout: 60_000 }, () => {
  it('tells where a text is wrong and how to fix it, on the screen, as a page and as data', () => {
    change('fr', 'HomeFaq.items.fees.question', 'Quels sont <les> frais?')
    const { status, stdout } = copy('--html', '--json')
    expect(status).toBe(1)
    expect(stdout).toMatch(
      /messages\/fr\.json:\d+:\d+ {2}HomeFaq\.items\.fees\.question .*\n.*Quels sont.*\n {2}shown: \/fr\n {2}wrong: .+\n {2}fix: /,
    )
    const page = site.read('.cache/copy/report.html')
    expect(page).toContain('<span lang="fr">Quels sont &#60;les&#62; frais?</span>')
    expect(page).not.toMatch(/<script|<link|src=|@import/)
    const data = JSON.parse(site.read('.cache/copy/report.json'))
    expect(data[0]).toMatchObject({ level: 'error', file: 'messages/fr.json', pages: ['/fr'] })
  })

  it('ends well when there is nothing to fix', () => {
    const { status, stdout, stderr } = copy()
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/in order|\b0 errors/)
  })

  it('tells of broken JSON in a sentence, with its line', () => {
    site.write('messages/es.json', (files.es ?? '').replace(/("openMenu": "[^"]*"),/, '$1'))
    const { status, stdout, stderr } = copy()
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(stdout).toMatch(/messages\/es\.json:\d+:\d+ .*\n {2}wrong: After this line a comma is missing/)
    expect(stdout).not.toMatch(/ at .*\.ts/)
  })

  it('fails on a stale translation until somebody accepts it, and then knows it for current', () => {
    change('en', 'Hero.title', 'Vaulted gold and silver: one token per troy ounce')
    expect(copy()).toMatchObject({ status: 1, stdout: expect.stringMatching(/accept Hero\.title[\s\S]*2 errors/) })
    expect(site.run('scripts/date-content.ts').status).toBe(0)
    expect(errors()).toEqual(['fr Hero.title', 'es Hero.title']) // recording the date accepts nothing
    expect(copy('accept', 'Hero.titel')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no key “Hero.titel”'),
    })
    expect(copy('accept', 'Hero.title').stdout).toMatch(/fr {2}Hero\.title\nes {2}Hero\.title/)
    expect(copy().status).toBe(0)
    const changed = site
      .read('scripts/copy/reviewed.json')
      .split('\n')
      .filter((line) => !recorded.includes(line))
    expect(changed.map((line) => line.trim().split(':')[0])).toEqual(['"Hero.title"', '"Hero.title"'])
    change('en', 'Hero.title', 'Gold and silver: one token per troy ounce')
    expect(errors()).toEqual(['fr Hero.title', 'es Hero.title']) // and the next change is seen again
  })

  it('shows the texts that changed since a revision, the languages side by side', () => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@halcrest.example']
    site.git('init', '--quiet')
    site.git('add', 'messages')
    site.git(...identity, 'commit', '--quiet', '--message', 'Before')
    expect(copy('diff').stdout).toBe('No text has changed.\n')
    change('fr', 'Navigation.home', 'Commencement')
    change('es', 'Steps.cards.extra.title', 'Nuevo')
    const { stdout } = copy('diff', 'HEAD')
    const lines = stdout.split('\n')
    expect(lines[0]).toMatch(/^English +Français +Español/)
    const at = lines.indexOf('Navigation.home')
    expect(lines[at + 1]).toMatch(/^ {2}\S+ +- \S+ +\S+/)
    expect(lines[at + 2]).toMatch(/^ +\+ Commencement$/)
    expect(stdout).toMatch(/Steps\.cards\.extra\.title\n +\+ Nuevo/)
    expect(stdout).not.toContain('Hero.title')
    expect(copy('diff', 'no-such')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no revision “no-such”'),
    })
  })

  it('says what it can do when it is asked for something else', () => {
    expect(copy('chekc')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run copy -- accept') })
  })
})
