import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeProposal, propose } from '@/scripts/edit/proposal'
import { findRemote, requestAddress } from '@/scripts/edit/proposal/remote'
import { startEditor } from '../support/edit'
import { type Clone, createRepositories } from '../support/repository'

const home = process.cwd()
const path = process.env.PATH
const repositories = createRepositories()
let remote: ReturnType<typeof repositories.open>
let site: Clone

// A person's own git has settings that these tests must not depend on.
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
  for (const [locale, text] of Object.entries(title)) site.setText(locale, 'Hero.title', text + words)
}

function proposeNow() {
  return propose({ message: 'Home: hero title' })
}

const headOf = (reference: string) => site.git('rev-parse', reference)
const onRemote = (branch: string) => site.git('ls-remote', 'origin', `refs/heads/${branch}`).split('\t')[0]
const filesOf = (commit: string) => site.git('diff-tree', '--no-commit-id', '--name-only', '-r', commit).split('\n')

/** Nothing of a proposal that failed is left: the branch, the index and the files are as before. */
async function expectRefusal(sentence: RegExp, request = { message: 'Home: hero title' }) {
  const before = [site.run('symbolic-ref', 'HEAD').stdout, headOf('HEAD'), site.git('branch', '--list')]
  await expect(propose(request)).rejects.toThrow(sentence)
  expect([site.run('symbolic-ref', 'HEAD').stdout, headOf('HEAD'), site.git('branch', '--list')]).toEqual(before)
}

describe('a proposal', () => {
  it('is a branch and a commit with the changed texts, on the remote, with the next step', async () => {
    changeTitle()
    const told = await describeProposal()
    expect(told).toMatchObject({ blocking: [], isOpen: false, author: 'Marie Editor <marie@halcrest.example>' })
    expect(told.message).toBe('Home: hero title (en, fr, es)\n\n- Hero.title (en, fr, es)')
    const { branch, commit, pushed, next } = await propose({ message: told.message })
    expect(branch).toMatch(/^copy\/\d{4}-\d\d-\d\d-hero-title$/)
    expect(told.branch).toBe(branch)
    expect([pushed, onRemote(branch)]).toEqual([true, commit])
    expect(site.git('show', '--no-patch', '--format=%an <%ae>%n%B', commit)).toBe(
      `Marie Editor <marie@halcrest.example>\n${told.message}`,
    )
    expect(filesOf(commit)).toEqual([
      'lib/seo/content-dates.json',
      'messages/en.json',
      'messages/es.json',
      'messages/fr.json',
      'scripts/copy/reviewed.json',
    ])
    expect(site.git('symbolic-ref', '--short', 'HEAD')).toBe(branch)
    expect(site.git('status', '--porcelain')).toBe('')
    expect(next).toEqual([
      `Your texts are on origin, as the branch ${branch}.`,
      'Open a pull or merge request for this branch there.',
      `You are on the branch ${branch} now. What you propose before it is merged is added to it.`,
    ])
    expect((await describeProposal()).problem).toBe('No text has changed since the last commit.')
  })

  it('leaves what others have changed or staged as it is', async () => {
    site.write('lib/routes.ts', `${site.read('lib/routes.ts')}// staged\n`)
    site.git('add', 'lib/routes.ts')
    site.write('lib/routes.ts', `${site.read('lib/routes.ts')}// not staged\n`)
    site.write('notes.txt', 'untracked')
    site.write('staged.txt', 'new')
    site.git('add', 'staged.txt')
    const [staged, unstaged] = [site.git('diff', '--cached'), site.git('diff')]
    changeTitle()
    const { commit } = await proposeNow()
    expect(filesOf(commit)).not.toContain('lib/routes.ts')
    expect([site.git('diff', '--cached'), site.git('diff')]).toEqual([staged, unstaged])
    expect(
      site
        .git('status', '--porcelain')
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['MM lib/routes.ts', 'A  staged.txt', '?? notes.txt'])
  })

  it('has the texts of the brand, terms and training questions too, new and deleted files among them', async () => {
    site.write('brands/halcrest/messages/en.json', '{ "Hero": { "title": "Gold in Zug" } }\n')
    site.write('lib/chatbot/training/en.json', site.read('lib/chatbot/training/en.json').replace('[', '["why gold",'))
    const { message, files, texts } = await describeProposal()
    expect(files).toEqual(['brands/halcrest/messages/en.json', 'lib/chatbot/training/en.json'])
    expect(texts.map(({ key }) => key)).toEqual(['Hero.title'])
    expect(message).toMatch(
      /^Home: hero title \(en\)\n\n- Hero.title .*\n\nAlso: Assistant: training questions \(en\)$/,
    )
    const { commit } = await propose({ message })
    expect(filesOf(commit)).toEqual([...files, 'lib/seo/content-dates.json'])
    rmSync('brands/halcrest/messages/en.json')
    const second = await proposeNow()
    expect(site.git('show', '--name-status', '--format=', second.commit)).toContain(
      'D\tbrands/halcrest/messages/en.json',
    )
  })

  it('adds to an open proposal, and begins another one when that is merged', async () => {
    changeTitle()
    const first = await proposeNow()
    changeTitle(' today')
    expect(await describeProposal()).toMatchObject({ isOpen: true, branch: first.branch })
    const second = await proposeNow()
    expect(second.branch).toBe(first.branch)
    expect(second.next[0]).toBe(`Your change is added to the proposal ${first.branch}.`)
    expect(headOf(`${second.commit}^`)).toBe(first.commit)
    expect(onRemote(first.branch)).toBe(second.commit)

    // Merged by one commit of the server's own.
    const other = remote.clone()
    other.git('merge', '--quiet', '--squash', `origin/${first.branch}`)
    other.commitAll('Title')
    other.git('push', '--quiet', 'origin', 'main')
    changeTitle(' and tomorrow')
    const third = await proposeNow()
    expect(third.branch).toBe(`${first.branch}-2`)
    expect(onRemote(first.branch)).toBe(second.commit)
  })

  it('begins another one when its branch was deleted on the remote', async () => {
    changeTitle()
    const first = await proposeNow()
    site.git('push', '--quiet', 'origin', '--delete', first.branch)
    site.git('update-ref', `refs/remotes/origin/${first.branch}`, first.commit)
    changeTitle(' today')
    expect((await proposeNow()).branch).toBe(`${first.branch}-2`)
  })

  it('starts where no branch is checked out, and says which commits go with it', async () => {
    site.write('lib/routes.ts', `${site.read('lib/routes.ts')}// more\n`)
    site.commitAll('Unpushed')
    site.git('checkout', '--quiet', '--detach')
    changeTitle()
    const { branch, next } = await proposeNow()
    expect(site.git('symbolic-ref', '--short', 'HEAD')).toBe(branch)
    expect(next).toContain(
      'It starts from a commit without a branch: 1 earlier commit that origin/main has not yet belong to it as well.',
    )
  })

  it('finds a name of its own beside branches that are there', async () => {
    changeTitle()
    const { branch } = await describeProposal()
    site.git('branch', branch)
    expect((await describeProposal()).branch).toBe(`${branch}-2`)
    site.git('branch', '-D', branch)
    site.git('branch', 'copy')
    const flat = branch.replace('/', '-')
    expect((await proposeNow()).branch).toBe(flat)
  })

  it('commits the line endings of the repository from files with those of Windows', async () => {
    site.git('config', 'core.autocrlf', 'true')
    site.git('config', 'core.safecrlf', 'true')
    changeTitle()
    site.write('messages/fr.json', site.read('messages/fr.json').replaceAll('\n', '\r\n'))
    site.write('messages/es.json', site.read('messages/es.json').replaceAll('\n', '\r\n'))
    const { commit } = await proposeNow()
    expect(site.git('show', `${commit}:messages/fr.json`)).not.toContain('\r')
    expect(site.git('show', '--numstat', '--format=', commit, '--', 'messages/fr.json')).toBe('1\t1\tmessages/fr.json')
  })
})

it('is asked for by the editor, which hears what is wrong with it', async () => {
  const { get, post } = await startEditor()
  expect((await get('/_edit/proposal')).body).toMatchObject({ problem: 'No text has changed since the last commit.' })
  expect(await post('/_edit/propose', { message: ' ' })).toMatchObject({ status: 400 })
  expect(await post('/_edit/propose', { message: 'Home: hero title' })).toMatchObject({
    status: 409,
    body: { error: 'No text has changed since the last commit.' },
  })
  site.setText('fr', 'Hero.title', 'Or <b>et</b> argent')
  expect(await post('/_edit/propose', { message: 'Home: hero title' })).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('Correct them'), findings: expect.arrayContaining([expect.anything()]) },
  })
  changeTitle()
  const { status, body } = await post('/_edit/propose', { message: 'Home: hero title' })
  expect([status, body]).toEqual([200, expect.objectContaining({ pushed: true, next: expect.any(Array) })])
})

describe('nothing is committed', () => {
  it('that the check reports as an error, in the catalogs or in the brand’s texts', async () => {
    site.setText('fr', 'Hero.title', 'Or <b>et</b> argent')
    expect((await describeProposal()).blocking[0]).toMatchObject({ key: 'Hero.title', locale: 'fr' })
    await expectRefusal(/check finds errors/)
    site.git('checkout', '--quiet', 'messages')
    site.write('brands/halcrest/messages/en.json', '{ "Hero": { "title": "Gold for {nobody}" } }\n')
    await expectRefusal(/check finds errors/)
    site.write('messages/es.json', '{')
    expect((await describeProposal()).blocking[0]).toMatchObject({ rule: 'json', file: 'messages/es.json' })
    await expectRefusal(/check finds errors/)
  })

  it('that is only right together with code that is not committed', async () => {
    const usage = JSON.parse(site.read('scripts/copy/usage.json'))
    usage.arguments['Hero.title'] = ['metal']
    site.write('scripts/copy/usage.json', JSON.stringify(usage))
    changeTitle(' {metal}')
    expect((await describeProposal()).blocking).toEqual([])
    await expectRefusal(/change of the code that is not committed/)
    expect(site.git('diff', '--cached', '--name-only')).toBe('')
  })

  it('when nothing has changed', async () => {
    await expectRefusal(/No text has changed/)
  })

  it('while a merge is under way', async () => {
    site.git('checkout', '--quiet', '-b', 'side')
    site.write('notes.txt', 'side')
    site.commitAll('Side')
    site.git('checkout', '--quiet', 'main')
    site.write('notes.txt', 'main')
    site.commitAll('Main')
    site.run('-c', 'user.name=Dev', '-c', 'user.email=dev@halcrest.example', 'merge', 'side')
    changeTitle()
    expect((await describeProposal()).problem).toMatch(/^A merge is under way/)
    await expectRefusal(/A merge is under way/)
  })

  it('that a hook of the repository refuses, and its reason is said', async () => {
    changeTitle()
    const staged = site.git('diff', '--cached')
    site.hook('pre-commit', 'echo "no commits on Fridays" >&2; exit 1')
    await expectRefusal(/refused the commit: no commits on Fridays/)
    expect(site.git('diff', '--cached')).toBe(staged)
    expect(site.git('diff', '--name-only')).toContain('messages/fr.json')
  })

  it('unsigned where commits are signed', async () => {
    changeTitle()
    site.git('config', 'commit.gpgsign', 'true')
    site.git('config', 'gpg.program', 'false')
    await expectRefusal(/signature could not be made/)
  })

  it('without an author; the form’s is kept for the next time', async () => {
    changeTitle()
    site.git('config', '--unset', 'user.name')
    site.git('config', '--unset', 'user.email')
    expect(await describeProposal()).toMatchObject({ author: null })
    await expectRefusal(/Enter your name and your e-mail address/)
    const author = { name: 'Zoé Martin', email: 'zoe@halcrest.example' }
    const { commit } = await propose({ message: 'Home: hero title', author })
    expect(site.git('show', '--no-patch', '--format=%an <%ae>', commit)).toBe('Zoé Martin <zoe@halcrest.example>')
    expect((await describeProposal()).author).toBe('Zoé Martin <zoe@halcrest.example>')
  })

  it('where there is no git, and where there is no repository', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-repository-'))
    process.chdir(folder)
    expect((await describeProposal()).problem).toMatch(/not under git/)
    spawnSync('git', ['init', '--quiet'], { cwd: folder })
    expect((await describeProposal()).problem).toMatch(/no commit yet/)
    process.env.PATH = folder
    expect((await describeProposal()).problem).toMatch(/^Git is not installed on this computer\. Install it/)
    process.env.PATH = path
    process.chdir(site.folder)
    rmSync(folder, { recursive: true })
  })
})

describe('a commit that cannot be sent is kept, and what to do is said', () => {
  const sentence = async () => {
    changeTitle()
    const { branch, commit, pushed, next } = await proposeNow()
    expect(pushed).toBe(false)
    expect(headOf(branch)).toBe(commit)
    expect(next[1]).toBe(
      `To send them, press “Propose” again later, or type in a terminal: git push --set-upstream origin ${branch}`,
    )
    return next[0]
  }

  it('when the remote cannot be reached, and is sent with the next try', async () => {
    const address = site.git('remote', 'get-url', 'origin')
    site.git('remote', 'set-url', 'origin', 'https://localhost:1/site.git')
    expect(await sentence()).toMatch(/were not sent\. origin \(https:\/\/localhost:1\/site\.git\) cannot be reached/)
    site.git('remote', 'set-url', 'origin', address)
    const told = await describeProposal()
    expect(told).toMatchObject({ isOpen: true, files: [] })
    expect(told.problem).toBeUndefined()
    const { branch, pushed, commit } = await propose({ message: 'again' })
    expect([pushed, onRemote(branch)]).toEqual([true, commit])
  })

  it('when the remote wants a password, for which it does not wait', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.end('HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="git"\r\nContent-Length: 0\r\n\r\n')
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as { port: number }
    site.git('remote', 'set-url', 'origin', `http://marie:secret@127.0.0.1:${port}/site.git`)
    const said = await sentence()
    expect(said).toContain(`origin (http://127.0.0.1:${port}/site.git) wants a password`)
    expect(said).not.toContain('secret')
    server.close()
  })

  it('when ssh would ask', async () => {
    site.git('remote', 'set-url', 'origin', 'git@halcrest.example:site.git')
    site.write('ssh.sh', '#!/bin/sh\necho "$@" > ssh-arguments\necho "Permission denied (publickey)." >&2\nexit 255\n')
    site.git('config', 'core.sshCommand', `sh ${site.folder}/ssh.sh`)
    expect(await sentence()).toMatch(/wants a password or a key/)
    expect(site.read('ssh-arguments')).toContain('BatchMode=yes')
  })

  it('when the remote refuses the branch', async () => {
    const hooks = join(remote.bare, 'hooks')
    writeFileSync(join(hooks, 'pre-receive'), '#!/bin/sh\necho "Branches need a ticket."\nexit 1\n', { mode: 0o755 })
    expect(await sentence()).toMatch(/were not sent\. origin refused it: Branches need a ticket\.$/)
    rmSync(join(hooks, 'pre-receive'))
  })

  it('when somebody has added to the branch meanwhile', async () => {
    changeTitle()
    const { branch } = await proposeNow()
    const other = remote.clone()
    other.git('checkout', '--quiet', branch)
    other.write('notes.txt', 'more')
    other.commitAll('More')
    other.git('push', '--quiet', 'origin', branch)
    changeTitle(' today')
    const { pushed, next } = await proposeNow()
    expect([pushed, next[0]]).toEqual([false, expect.stringContaining('Somebody has added to this branch on origin')])
  })

  it('when there is no remote', async () => {
    site.git('remote', 'remove', 'origin')
    changeTitle()
    const { branch, pushed, next } = await proposeNow()
    expect(pushed).toBe(false)
    expect(next[0]).toBe(
      `Your texts are kept on this computer, as the branch ${branch}: this folder has no remote to send them to.`,
    )
  })
})

describe('the address of the request', () => {
  const hook = (lines: string[]) => {
    const script = ['#!/bin/sh', ...lines.map((line) => `echo "${line}"`)].join('\n')
    writeFileSync(join(remote.bare, 'hooks', 'post-receive'), `${script}\n`, { mode: 0o755 })
  }

  afterEach(() => rmSync(join(remote.bare, 'hooks', 'post-receive'), { force: true }))

  it('is what the server says to the push', async () => {
    hook(['', 'To create a merge request, visit:', '  https://code.halcrest.example/site/-/merge_requests/new?x=1', ''])
    changeTitle()
    const { url, next } = await proposeNow()
    expect(url).toBe('https://code.halcrest.example/site/-/merge_requests/new?x=1')
    expect(next[1]).toBe(`Open the pull or merge request: ${url}`)
  })

  it('follows from where the remote is', async () => {
    site.write('ssh.sh', `#!/bin/sh\nfor command; do :; done\neval "\${command%% *} ${remote.bare}"\n`)
    site.git('config', 'core.sshCommand', `sh ${site.folder}/ssh.sh`)
    site.git('remote', 'set-url', 'origin', 'git@github.com:halcrest/site.git')
    changeTitle()
    const { branch, pushed, next } = await proposeNow()
    expect([pushed, next[1]]).toEqual([
      true,
      `Open the pull request: https://github.com/halcrest/site/pull/new/${branch}`,
    ])
  })

  it.each([
    ['https://x:token@github.com/halcrest/site', 'github', 'https://github.com/halcrest/site/pull/new/copy/a'],
    [
      'https://github.halcrest.example/web/site.git',
      'github',
      'https://github.halcrest.example/web/site/pull/new/copy/a',
    ],
    [
      'ssh://git@gitlab.halcrest.example:2222/web/site.git',
      'gitlab',
      'https://gitlab.halcrest.example/web/site/-/merge_requests/new?merge_request%5Bsource_branch%5D=copy%2Fa',
    ],
    ['git@code.halcrest.example:site.git', 'other', undefined],
    ['/srv/github/site.git', 'other', undefined],
  ])('of %s has no password in it', async (address, kind, expected) => {
    site.git('remote', 'set-url', 'origin', address)
    const found = await findRemote('main')
    expect(found).toMatchObject({ kind, url: expect.not.stringContaining('token') })
    expect(found && requestAddress(found, 'copy/a', '')).toBe(expected)
  })
})
