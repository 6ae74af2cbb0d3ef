import { askGit } from '../git'

export type Remote = { name: string; url: string; kind: 'github' | 'gitlab' | 'other' }

/** Where proposals are pushed to: what the settings of git say, else `origin`, else the only remote there is. */
export async function findRemote(branch: string | undefined): Promise<Remote | null> {
  const names = (await askGit('remote'))?.split('\n').filter(Boolean) ?? []
  const set = [
    branch && (await askGit('config', `branch.${branch}.pushRemote`)),
    await askGit('config', 'remote.pushDefault'),
    branch && (await askGit('config', `branch.${branch}.remote`)),
    'origin',
    names.length === 1 ? names[0] : undefined,
  ]
  const name = set.find((each) => each && names.includes(each))
  if (!name) return null
  const url = withoutPassword((await askGit('remote', 'get-url', '--push', name)) ?? '')
  return { name, url, kind: kindOf(url) }
}

/** The branch that proposals are made for, as git knows it of the remote, such as `origin/main`; undefined for none. */
export async function findBase(remote: Remote | null): Promise<string | undefined> {
  const prefix = remote ? `${remote.name}/` : ''
  const set = remote && (await askGit('symbolic-ref', '--short', `refs/remotes/${remote.name}/HEAD`))
  if (set) return set
  for (const name of ['main', 'master']) {
    const reference = `${prefix}${name}`
    if ((await askGit('rev-parse', '--verify', '--quiet', `${reference}^{commit}`)) !== undefined) return reference
  }
  return undefined
}

/** Where a pull or merge request of a branch is opened: what the server said to the push, else what its kind has. */
export function requestAddress(remote: Remote, branch: string, said: string): string | undefined {
  const hint = said.match(/^remote:\s+(https?:\/\/\S+)/m)?.[1]
  if (hint) return hint
  const site = webAddressOf(remote.url)
  if (!site) return undefined
  if (remote.kind === 'github') return `${site}/pull/new/${branch}`
  if (remote.kind === 'gitlab') {
    return `${site}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${encodeURIComponent(branch)}`
  }
  return undefined
}

/** The page of a repository, for `https://`, `ssh://` and `git@host:path` alike. */
function webAddressOf(url: string): string | undefined {
  const [, host, path] =
    url.match(/^https?:\/\/([^/]+)\/(.+)$/) ??
    url.match(/^ssh:\/\/(?:[^@/]+@)?([^/:]+)(?::\d+)?\/(.+)$/) ??
    url.match(/^(?:[^@/]+@)?([^/:]{2,}):(?!\/\/)(.+)$/) ??
    []
  const scheme = url.startsWith('http:') ? 'http' : 'https'
  return host && path ? `${scheme}://${host}/${path.replace(/^\/|(\.git)?\/?$/g, '')}` : undefined
}

function kindOf(url: string): Remote['kind'] {
  const host = webAddressOf(url)?.split('/')[2] ?? ''
  if (/(^|[.-])github\b/.test(host)) return 'github'
  return /(^|[.-])gitlab\b/.test(host) ? 'gitlab' : 'other'
}

function withoutPassword(url: string): string {
  return url.replace(/^(https?:\/\/)[^@/]+@/, '$1')
}
