import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import { describeProposal } from '@/scripts/edit/describe-proposal'
import { getLatest } from '@/scripts/edit/get-latest'
import { fetchBranch } from '@/scripts/edit/git'
import { propose } from '@/scripts/edit/send-proposal'
import { listOpenTranslations } from '@/scripts/edit/text'
import { portOf } from '../support/ask'
import { startEditor } from '../support/edit'
import { type Clone, createRepositories } from '../support/repository'

const home = process.cwd()
const path = process.env.PATH
const repositories = createRepositories()
let remote: ReturnType<typeof repositories.open>
let site: Clone

// Ignores the developer's own Git settings, which could change the results.
process.env.GIT_CONFIG_GLOBAL = join(tmpdir(), 'no-such-git-config')
process.env.GIT_CONFIG_NOSYSTEM = '1'

beforeEach(() => {
  remote = repositories.open()
  site = remote.clone()
  process.chdir(site.folder)
})

afterEach(() => {
  process.env.PATH = path
  process.chdir(home)
})

afterAll(() => repositories.remove())

const title = {
  en: 'Gold and silver, one token an ounce',
  fr: 'Or et argent, un jeton par once',
  es: 'Oro y plata, un token por onza',
}

function changeTitle(words = '') {
  for (const [locale, text] of Object.entries(title))
    site.setText(locale, 'Hero.title', text + words)
}

/** Publishes another person's headline and eyebrow. */
function publishTitle() {
  const other = remote.clone()
  for (const locale of ['en', 'fr', 'es']) {
    other.setText(locale, 'Hero.eyebrow', `Published eyebrow (${locale})`)
    other.setText(locale, 'Hero.title', `Published headline (${locale})`)
  }
  other.commitAll('Texts')
  other.git('push', '--quiet', 'origin', 'main')
}

/** Changes a French text on the branch of an open proposal. */
function pushToProposal(branch: string, key: string, text: string) {
  const reviewer = remote.clone()
  reviewer.git('checkout', '--quiet', branch)
  reviewer.setText('fr', key, text)
  reviewer.commitAll('Improve the wording')
  reviewer.git('push', '--quiet', 'origin', branch)
}

async function proposeNow() {
  const proposed = await propose({ message: 'Home: hero title' })
  return {
    ...proposed,
    branch: site.git('symbolic-ref', '--short', 'HEAD'),
    commit: headOf('HEAD'),
  }
}

const headOf = (reference: string) => site.git('rev-parse', reference)
const onRemote = (branch: string) =>
  site.git('ls-remote', 'origin', `refs/heads/${branch}`).split('\t')[0]
const filesOf = (commit: string) =>
  site
    .git('diff-tree', '--no-commit-id', '--name-only', '-r', commit)
    .split('\n')

/** Expects a refused proposal to leave HEAD and the branches unchanged. */
async function expectRefusal(sentence: RegExp) {
  const state = () => [
    site.run('symbolic-ref', 'HEAD').stdout,
    headOf('HEAD'),
    site.git('branch', '--list'),
  ]
  const before = state()
  await expect(propose({ message: 'Home: hero title' })).rejects.toThrow(
    sentence,
  )
  expect(state()).toEqual(before)
}

describe('a proposal', () => {
  it('suggests a message that names the changed texts', async () => {
    changeTitle()

    const { message, isOpen, blocking, changes } = await describeProposal()

    expect(blocking).toEqual([])
    expect(isOpen).toBe(false)
    expect(changes.map(({ title }) => title)).toEqual(['Home · headline'])
    expect(message).toBe('Home · headline (en, fr, es)')
  })

  it('pushes a branch with one commit of the changed texts', async () => {
    changeTitle()

    const { branch, commit, sent, next } = await proposeNow()

    expect(branch).toMatch(/^copy\/\d{4}-\d\d-\d\d-\w+$/)
    expect(sent).toBe(true)
    expect(onRemote(branch)).toEqual(commit)
    const catalogs = ['en', 'es', 'fr'].map(
      (locale) => `messages/${locale}.json`,
    )
    expect(filesOf(commit)).toEqual(catalogs)
    expect(site.git('status', '--porcelain')).toBe('')
    expect(next).toEqual([
      `The last step is to open a pull or merge request for the branch ${branch}.`,
      'Further changes are added to this proposal until it is accepted.',
    ])
    expect((await describeProposal()).problem).toBe(
      'There are no changes to propose.',
    )
  })

  it('returns the link that the server prints', async () => {
    remote.hook(
      'post-receive',
      'echo "Visit:"; echo "  https://code.halcrest.example/new?x=1"',
    )
    changeTitle()

    expect((await proposeNow()).url).toBe(
      'https://code.halcrest.example/new?x=1',
    )
  })

  it('leaves other staged and unstaged changes alone', async () => {
    site.append('lib/routes.ts', '// staged\n')
    site.git('add', 'lib/routes.ts')
    site.append('lib/routes.ts', '// not staged\n')
    const [staged, unstaged] = [site.git('diff', '--cached'), site.git('diff')]
    changeTitle()

    const { commit } = await proposeNow()

    expect(filesOf(commit)).not.toContain('lib/routes.ts')
    expect(site.git('diff', '--cached')).toEqual(staged)
    expect(site.git('diff')).toEqual(unstaged)
  })

  it('lists the translations that it leaves for later', async () => {
    site.setText('en', 'Hero.title', title.en)

    const { blocking, later } = await describeProposal()

    expect({ blocking, later }).toMatchObject({
      blocking: [],
      later: [
        { key: 'Hero.title', locale: 'fr', why: 'English has changed' },
        { key: 'Hero.title', locale: 'es', why: 'English has changed' },
      ],
    })
  })

  it('has no files of languages without a change', async () => {
    site.setText('en', 'Hero.title', title.en)

    const { commit } = await proposeNow()

    expect(filesOf(commit)).toEqual(['messages/en.json'])
  })

  it('lists the warnings about the changed texts', async () => {
    site.setText('en', 'Hero.contact', 'Talk to our taem')

    const { warnings } = await describeProposal()

    expect(warnings).toMatchObject([
      {
        key: 'Hero.contact',
        locale: 'en',
        problem: '“taem” is not in the dictionary.',
      },
    ])
  })

  it.each(['before', 'after'])(
    'names texts that someone else has published, %s it is pushed',
    async (when) => {
      publishTitle()
      site.setText('en', 'Hero.title', title.en)
      if (when === 'after') await proposeNow()

      const { ofOthers } = await describeProposal()

      expect(ofOthers).toEqual(['Home · headline'])
    },
  )

  it('names no text of others once their texts are here', async () => {
    publishTitle()
    site.setText('en', 'Hero.title', title.en)
    await proposeNow()

    await getLatest()

    expect(await describeProposal()).toMatchObject({
      hasFiles: false,
      ofOthers: [],
      problem: null,
    })
  })

  it('merges with another person’s proposal for the same page', async () => {
    const other = remote.clone()
    changeTitle()
    const { branch: first } = await proposeNow()
    process.chdir(other.folder)
    for (const locale of ['en', 'fr', 'es'])
      other.setText(locale, 'Hero.second', `{product} (${locale})`)
    await propose({ message: 'Home: second button' })
    const second = other.git('symbolic-ref', '--short', 'HEAD')

    const server = remote.clone()
    for (const branch of [first, second]) {
      server.git('merge', '--quiet', '--no-ff', '--no-edit', `origin/${branch}`)
    }

    const { Hero } = JSON.parse(server.read('messages/fr.json'))
    expect(first === second).toBe(false)
    expect(Hero.title).toEqual(title.fr)
    expect(Hero.second).toBe('{product} (fr)')
  })

  it('leaves a translation stale if someone else changed its English', async () => {
    const other = remote.clone()
    site.setText('fr', 'Hero.second', 'Tout sur {product}')
    const { branch } = await proposeNow()
    other.setText('en', 'Hero.second', 'See how {product} works')
    other.commitAll('Texts')
    other.git('push', '--quiet', 'origin', 'main')
    const isStale = () =>
      listOpenTranslations().some(
        ({ locale, key }) => locale === 'fr' && key === 'Hero.second',
      )

    other.git('fetch', '--quiet')
    other.git('merge', '--quiet', '--no-edit', `origin/${branch}`)
    process.chdir(other.folder)
    const isStaleThere = isStale()
    process.chdir(site.folder)
    await getLatest()

    expect(isStaleThere).toBe(true)
    expect(isStale()).toBe(true)
  })

  it('merges published changes to neighboring texts and entries', async () => {
    const other = remote.clone()
    changeTitle()
    const question = 'HomeFaq.items.company.question'
    site.setText('en', question, 'Who stands behind {product}?')
    await proposeNow()
    other.setText('en', 'Hero.eyebrow', 'Metals as a service')
    other.setText('en', 'Hero.title', 'Gold and silver, published')
    other.setText('en', 'HomeFaq.items.lending.question', 'Can we lend?')
    other.setText('en', 'HomeFaq.items.lending.answer', 'Please ask.')
    other.commitAll('Texts')
    other.git('push', '--quiet', 'origin', 'main')

    expect(await getLatest()).toBe(
      'You have the latest texts now. Press “Propose” to send them with your proposal. Someone else changed these texts, too, and yours were kept: Home · headline. To replace yours, press “Use theirs” in “Changes”.',
    )

    const { Hero, HomeFaq } = JSON.parse(site.read('messages/en.json'))
    expect(Hero).toMatchObject({
      eyebrow: 'Metals as a service',
      title: title.en,
    })
    expect(HomeFaq.items.company.question).toBe('Who stands behind {product}?')
    expect(Object.keys(HomeFaq.items).slice(-2)).toEqual(['company', 'lending'])
    expect(site.git('status', '--porcelain')).toBe('')
  })

  it('merges what a reviewer adds to its branch', async () => {
    changeTitle()
    const { branch } = await proposeNow()
    pushToProposal(branch, 'Hero.second', 'Tout sur {product}')
    changeTitle(' today')

    const refused = await proposeNow()
    const notice = await getLatest()
    const accepted = await proposeNow()

    expect(refused.next[0]).toMatch(
      /could not be sent\. Someone else has added changes to it in the meantime: press “Get the latest texts” first\.$/,
    )
    expect(notice).toContain('You have the latest texts now.')
    expect(JSON.parse(site.read('messages/fr.json')).Hero).toMatchObject({
      title: `${title.fr} today`,
      second: 'Tout sur {product}',
    })
    expect(accepted.sent).toBe(true)
    expect(onRemote(branch)).toBe(accepted.commit)
  })

  it('lists its texts that a reviewer has changed on its branch', async () => {
    changeTitle()
    const { branch } = await proposeNow()
    pushToProposal(branch, 'Hero.title', 'Or et argent')
    changeTitle(' today')

    const { ofOthers } = await describeProposal()

    expect(ofOthers).toEqual(['Home · headline'])
  })

  it('never writes conflict markers into the site’s files', async () => {
    publishTitle()
    changeTitle()
    await proposeNow()
    site.git('config', 'filter.record.smudge', 'tee -a .git/written')
    site.write('.git/info/attributes', '*.json filter=record\n')

    await getLatest()

    const written = site.read('.git/written')
    expect(written).toContain(title.fr)
    expect(written).not.toContain('<<<<<<<')
  })

  it('shows how texts were merged until the notice is dismissed', async () => {
    const { get, post } = await startEditor()
    publishTitle()
    changeTitle()
    await proposeNow()
    const { body } = await post('/_edit/latest')
    const before = await get('/_edit/state')

    await post('/_edit/notice-read')

    const after = await get('/_edit/state')
    expect(body.notice).toContain('yours were kept')
    expect(before.body).toMatchObject({ notice: body.notice })
    expect(after.body).toMatchObject({ notice: '' })
  })

  it('shows other people’s versions that were not taken', async () => {
    await getPublishedTitle()

    const { notTaken } = await describeProposal()

    expect(notTaken).toMatchObject([
      {
        title: 'Home · headline',
        locale: 'en',
        ours: title.en,
        theirs: 'Published headline (en)',
      },
      { locale: 'fr' },
      { locale: 'es' },
    ])
  })

  it('no longer shows a version of others once it is used', async () => {
    await getPublishedTitle()
    site.setText('en', 'Hero.title', 'Published headline (en)')

    const { notTaken } = await describeProposal()

    expect(notTaken.map(({ locale }) => locale)).toEqual(['fr', 'es'])
  })

  /** Gets a headline that someone published while another one was proposed. */
  async function getPublishedTitle() {
    publishTitle()
    changeTitle()
    await proposeNow()
    await getLatest()
  }

  it('restores a deleted entry that someone else has changed', async () => {
    const other = remote.clone()
    deleteQuestion(site)
    await proposeNow()
    other.setText('en', companyQuestion, 'Who stands behind {product}?')
    publish(other)

    const notice = await getLatest()

    expect(notice).toContain(
      'You deleted these texts but someone else changed them, so they were restored: ',
    )
    expect(textOnDisk('en', companyQuestion)).toBe(
      'Who stands behind {product}?',
    )
  })

  it('restores the translations of an entry that someone else changed', async () => {
    const other = remote.clone()
    const before = site.read('messages/fr.json')
    deleteQuestion(site)
    await proposeNow()
    other.setText('en', companyQuestion, 'Who stands behind {product}?')
    publish(other)

    await getLatest()

    expect(site.read('messages/fr.json')).toBe(before)
    expect((await describeProposal()).blocking).toEqual([])
  })

  it('keeps a changed entry that someone else deleted, with its translations', async () => {
    const other = remote.clone()
    const before = site.read('messages/fr.json')
    site.setText('en', companyQuestion, 'Who stands behind {product}?')
    await proposeNow()
    deleteQuestion(other)
    publish(other)

    const notice = await getLatest()

    expect(notice).toContain(
      'Someone else deleted these texts but you changed them, so yours were kept: ',
    )
    expect(site.read('messages/fr.json')).toBe(before)
    expect((await describeProposal()).blocking).toEqual([])
  })

  const companyQuestion = 'HomeFaq.items.company.question'

  /** Deletes the question about the company in every language. */
  function deleteQuestion(clone: Clone) {
    for (const locale of ['en', 'fr', 'es']) {
      const catalog = JSON.parse(clone.read(`messages/${locale}.json`))
      delete catalog.HomeFaq.items.company
      const text = `${JSON.stringify(catalog, null, 2)}\n`
      clone.write(`messages/${locale}.json`, text)
    }
  }

  function publish(clone: Clone) {
    clone.commitAll('Texts')
    clone.git('push', '--quiet', 'origin', 'main')
  }

  function textOnDisk(locale: string, key: string): unknown {
    const catalog = JSON.parse(site.read(`messages/${locale}.json`))
    return key.split('.').reduce((group, name) => group[name], catalog)
  }

  it('stays unchanged if Git is too old to merge texts', async () => {
    changeTitle()
    const { commit } = await proposeNow()
    publishTitle()
    const folder = mkdtempSync(join(tmpdir(), 'old-git-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const oldGit = `#!/bin/sh\n[ "$1" = merge-tree ] && exit 129\nPATH='${path}' exec git "$@"\n`
    writeFileSync(join(folder, 'git'), oldGit, { mode: 0o755 })
    process.env.PATH = folder + delimiter + path

    await expect(getLatest()).rejects.toThrow(
      /^Git on this computer is too old/,
    )

    expect(headOf('HEAD')).toBe(commit)
  })

  it('stays unchanged if a published catalog cannot be read', async () => {
    const other = remote.clone()
    changeTitle()
    const { commit } = await proposeNow()
    other.setText('fr', 'Hero.title', 'Or et argent')
    other.append('messages/fr.json', '{')
    other.commitAll('Texts')
    other.git('push', '--quiet', 'origin', 'main')

    await expect(getLatest()).rejects.toThrow('messages/fr.json')

    expect(headOf('HEAD')).toBe(commit)
    expect(site.git('status', '--porcelain')).toBe('')
  })

  it('includes the brand’s texts, added languages and training questions', async () => {
    site.write(
      'brands/halcrest/messages/en.json',
      '{ "Hero": { "title": "Gold in Zug" } }\n',
    )
    site.append('lib/chatbot/questions/en.txt', 'why gold\n')
    site.append('lib/languages.json', '\n')
    const own = [
      'brands/halcrest/messages/en.json',
      'lib/chatbot/questions/en.txt',
      'lib/languages.json',
    ]

    expect(filesOf((await proposeNow()).commit)).toEqual(own)
  })

  it('is not necessary before the latest texts are fetched', async () => {
    publishTitle()
    site.setText('en', 'Hero.title', title.en)
    site.append('lib/languages.json', '\n')

    const notice = await getLatest()

    expect(notice).toContain('yours were kept: Home · headline')
    expect(headOf('HEAD')).toBe(headOf('origin/main'))
    expect(site.git('diff', '--name-only').split('\n')).toEqual([
      'lib/languages.json',
      'messages/en.json',
    ])
    expect(JSON.parse(site.read('messages/en.json')).Hero).toMatchObject({
      title: title.en,
      eyebrow: 'Published eyebrow (en)',
    })
    expect(await getLatest()).toBe('You already have the latest texts.')
  })

  it('keeps changes made after it was merged', async () => {
    changeTitle()
    const { branch } = await proposeNow()
    site.git('push', '--quiet', 'origin', `${branch}:main`)
    site.setText('fr', 'Hero.second', 'Tout sur {product}')

    await getLatest()

    expect(site.git('symbolic-ref', '--short', 'HEAD')).toBe('main')
    expect(site.git('diff', '--name-only')).toBe('messages/fr.json')
    const { Hero } = JSON.parse(site.read('messages/fr.json'))
    expect(Hero).toMatchObject({
      title: title.fr,
      second: 'Tout sur {product}',
    })
  })

  it('must contain all changes before it is combined with the latest texts', async () => {
    changeTitle()
    await proposeNow()
    changeTitle(' today')

    await expect(getLatest()).rejects.toThrow(/Press “Propose” first/)
  })

  it('accepts more changes while it is open', async () => {
    changeTitle()
    const first = await proposeNow()
    changeTitle(' today')
    const { isOpen } = await describeProposal()

    const second = await proposeNow()

    expect(isOpen).toBe(true)
    expect(second.branch).toEqual(first.branch)
    expect(headOf('HEAD^')).toEqual(first.commit)
    expect(second.next[0]).toBe('Your changes were added to the open proposal.')
  })

  it('ends once it is merged', async () => {
    const { branch } = await proposeAndMerge()

    const { isOpen } = await describeProposal()
    const latest = await getLatest()

    expect(isOpen).toBe(false)
    expect(latest).toBe('You have the latest texts now.')
    expect(site.git('symbolic-ref', '--short', 'HEAD')).toBe('main')
    expect(branch).not.toBe('main')
  })

  it('gets a new branch after an earlier one was merged', async () => {
    const first = await proposeAndMerge()
    await getLatest()
    changeTitle(' and tomorrow')

    const second = await proposeNow()

    expect(second.branch).not.toBe(first.branch)
  })

  /** Proposes a headline, and squash-merges it as the server would. */
  async function proposeAndMerge() {
    changeTitle()
    const proposed = await proposeNow()
    const other = remote.clone()
    other.git('merge', '--quiet', '--squash', `origin/${proposed.branch}`)
    other.commitAll('Title')
    other.git('push', '--quiet', 'origin', 'main')
    return proposed
  }

  it('ends once its branch is deleted on the server', async () => {
    changeTitle()
    const rejected = await proposeNow()

    site.git('push', '--quiet', 'origin', '--delete', rejected.branch)

    changeTitle(' and later')
    expect((await proposeNow()).branch).not.toBe(rejected.branch)
  })

  it('starts from a detached HEAD', async () => {
    site.git('checkout', '--quiet', '--detach')
    changeTitle()

    const { branch, commit } = await proposeNow()

    expect(onRemote(branch)).toBe(commit)
  })

  it('mentions earlier unpublished work that it includes', async () => {
    site.append('lib/routes.ts', '// more\n')
    site.commitAll('Unpublished')
    changeTitle()

    expect((await proposeNow()).next).toContain(
      'This proposal also contains earlier work that is not published yet.',
    )
  })

  it('uses the line endings of the repository', async () => {
    site.git('config', 'core.autocrlf', 'true')
    site.git('config', 'core.safecrlf', 'true')
    changeTitle()
    for (const locale of ['fr', 'es']) {
      site.write(
        `messages/${locale}.json`,
        site.read(`messages/${locale}.json`).replaceAll('\n', '\r\n'),
      )
    }

    const { commit } = await proposeNow()

    const counts = site.git('show', '--numstat', '--format=', commit)
    expect(counts.split('\n')).toContain('1\t1\tmessages/fr.json')
  })
})

describe('the editor', () => {
  it('says that there is nothing to propose', async () => {
    const { get } = await startEditor()

    const { body } = await get('/_edit/proposal')

    expect(body).toMatchObject({ problem: 'There are no changes to propose.' })
  })

  it('refuses a proposal without a message', async () => {
    const { post } = await startEditor()
    changeTitle()

    const { status } = await post('/_edit/propose', { message: ' ' })

    expect(status).toBe(400)
  })

  it('shows the errors of a proposal', async () => {
    const { post } = await startEditor()
    site.setText('fr', 'Hero.title', 'Or <b>et</b> argent')

    const refused = await post('/_edit/propose', { message: 'Home' })

    const body = {
      error: expect.stringContaining('Fix them'),
      findings: expect.arrayContaining([expect.anything()]),
    }
    expect(refused).toMatchObject({ status: 422, body })
  })

  it('sends a proposal', async () => {
    const { post } = await startEditor()
    changeTitle()

    const sent = await post('/_edit/propose', { message: 'Home' })

    expect(sent).toMatchObject({ status: 200, body: { sent: true } })
  })
})

describe('a refused proposal', () => {
  it('commits nothing while the brand’s texts have errors', async () => {
    site.write(
      'brands/halcrest/messages/en.json',
      '{ "Hero": { "title": "Gold for {nobody}" } }\n',
    )

    await expectRefusal(/Some texts have errors/)
  })

  it('commits nothing while a catalog cannot be read', async () => {
    site.write('messages/es.json', '{')

    await expectRefusal(/Some texts have errors/)
  })

  it('names a catalog that cannot be read', async () => {
    site.write('messages/es.json', '{')

    const { blocking } = await describeProposal()

    expect(blocking[0]).toMatchObject({
      rule: 'file',
      file: 'messages/es.json',
    })
  })

  it('commits nothing while a merge is unfinished', async () => {
    site.git('checkout', '--quiet', '-b', 'side')
    site.write('notes.txt', 'side')
    site.commitAll('Side')
    site.git('checkout', '--quiet', 'main')
    site.write('notes.txt', 'main')
    site.commitAll('Main')
    const author = ['user.name=Dev', 'user.email=dev@halcrest.example']
    site.run(...author.flatMap((setting) => ['-c', setting]), 'merge', 'side')
    changeTitle()

    await expectRefusal(/contains an unfinished merge/)
  })

  it('commits nothing if a hook rejects it', async () => {
    changeTitle()
    site.hook('pre-commit', 'echo "no commits on Fridays" >&2; exit 1')

    await expectRefusal(/refused the proposal: no commits on Fridays/)

    expect(site.git('diff', '--name-only')).toContain('messages/fr.json')
  })

  it('commits nothing if signing fails', async () => {
    changeTitle()
    site.git('config', 'commit.gpgsign', 'true')
    site.git('config', 'gpg.program', 'false')

    await expectRefusal(/signing failed/)
  })

  it('commits nothing without an author', async () => {
    changeTitle()
    site.git('config', '--unset', 'user.email')

    await expectRefusal(/does not know your name/)
  })
})

/** Leaves the repository, and returns the new folder, which is empty. */
function leaveRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'no-repository-'))
  process.chdir(folder)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('a proposal is not possible outside a repository', async () => {
  leaveRepository()

  await expect(describeProposal()).rejects.toThrow(/plain download/)
})

it('a proposal is not possible without Git', async () => {
  process.env.PATH = leaveRepository()

  await expect(describeProposal()).rejects.toThrow(/^Git is not installed/)
})

describe('an unsent proposal', () => {
  /** Proposes a title, and returns the reason why it was not sent. */
  async function reasonNotSent() {
    changeTitle()
    const { sent, next } = await proposeNow()
    if (sent) throw new Error('The proposal was sent.')
    return next[0]
  }

  it('asks to propose again later', async () => {
    remote.hook('pre-receive', 'exit 1')
    changeTitle()

    const { sent, next } = await proposeNow()

    expect(sent).toBe(false)
    expect(next[1]).toBe('Press “Propose” again later to send it.')
  })

  it('says that the server is unreachable', async () => {
    site.git('remote', 'set-url', 'origin', 'https://localhost:1/site.git')

    expect(await reasonNotSent()).toMatch(
      /https:\/\/localhost:1\/site\.git cannot be reached/,
    )
  })

  it('is stored until an attempt succeeds', async () => {
    const address = site.git('remote', 'get-url', 'origin')
    site.git('remote', 'set-url', 'origin', 'https://localhost:1/site.git')
    await reasonNotSent()

    site.git('remote', 'set-url', 'origin', address)
    const { sent, branch, commit } = await proposeNow()

    expect(sent).toBe(true)
    expect(onRemote(branch)).toEqual(commit)
  })

  it('says that the server wants a password, but not which', async () => {
    const server = createServer((_, response) =>
      response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end(),
    )
    const port = await portOf(server)
    onTestFinished(() => void server.close())
    site.git(
      'remote',
      'set-url',
      'origin',
      `http://marie:secret@127.0.0.1:${port}/site.git`,
    )

    const sentence = await reasonNotSent()

    expect(sentence).toContain(
      `http://127.0.0.1:${port}/site.git needs a password`,
    )
    expect(sentence).not.toContain('secret')
  })

  it('says that the server wants an SSH key, without a prompt', async () => {
    changeTitle()
    site.git('remote', 'set-url', 'origin', 'git@halcrest.example:site.git')
    site.write(
      'ssh.sh',
      '#!/bin/sh\necho "$@" > ssh-arguments\necho "Permission denied (publickey)." >&2\nexit 255\n',
    )
    site.git('config', 'core.sshCommand', `sh ${site.folder}/ssh.sh`)

    expect((await proposeNow()).next[0]).toContain(
      'site.git needs a password or a key',
    )
    expect(site.read('ssh-arguments')).toContain('BatchMode=yes')
  })

  it('says why the server rejected it', async () => {
    remote.hook('pre-receive', 'echo "Branches need a ticket."; exit 1')

    expect(await reasonNotSent()).toMatch(
      /refused the proposal: Branches need a ticket\.$/,
    )
  })
})

it('a proposal to preview is found, even if only the server has it', async () => {
  changeTitle()
  const { branch, commit } = await proposeNow()
  process.chdir(remote.clone().folder)

  await expect(fetchBranch(branch)).resolves.toBe(commit)
  await expect(fetchBranch('copy/none')).rejects.toThrow(
    /^There is no branch “copy\/none”: it is neither at .*\.git nor on this computer\./,
  )
})
