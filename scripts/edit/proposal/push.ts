import { childEnvironment } from '../../commands.mjs'
import { askGit, firstLine, type GitResult, tryGit } from '../git'
import { type Remote, requestAddress } from './remote'

export type Pushed = { pushed: boolean; url?: string; why?: string }

const pushSeconds = 60

/** Sends a branch to the remote, or says why that failed. Never asks for a password, and never waits for one. */
export async function push(remote: Remote, branch: string): Promise<Pushed> {
  const reference = `refs/heads/${branch}`
  const args = ['push', '--porcelain', '--set-upstream', remote.name, `${reference}:${reference}`]
  const result = await tryGit(args, { seconds: pushSeconds, environment: await withoutQuestions() })
  if (result.code === 0) return { pushed: true, url: requestAddress(remote, branch, result.stderr) }
  return { pushed: false, why: explain(result, remote) }
}

/** Brings what the remote has on a branch; false when it cannot be asked. */
export async function fetchBranch(remote: Remote, branch: string): Promise<boolean> {
  const args = ['fetch', '--quiet', '--no-tags', remote.name, branch]
  const { code } = await tryGit(args, { seconds: 15, environment: await withoutQuestions() })
  return code === 0
}

/** Whether the remote has no such branch any more, as after a merge; false when it cannot be asked. */
export async function isGone(remote: Remote, branch: string): Promise<boolean> {
  const args = ['ls-remote', '--exit-code', '--heads', remote.name, `refs/heads/${branch}`]
  const { code } = await tryGit(args, { seconds: 15, environment: await withoutQuestions() })
  return code === 2
}

// ssh asks by itself. A program that is set in its place (GIT_SSH) has options of its own.
async function withoutQuestions(): Promise<Record<string, string>> {
  const { GIT_SSH, GIT_SSH_COMMAND }: Record<string, string | undefined> = childEnvironment({})
  const command = GIT_SSH_COMMAND ?? (await askGit('config', 'core.sshCommand'))
  if (!command && GIT_SSH) return {}
  return { GIT_SSH_COMMAND: `${command ?? 'ssh'} -o BatchMode=yes -o ConnectTimeout=10` }
}

const needsPassword =
  /could not read (Username|Password)|terminal prompts disabled|Authentication failed|Permission denied \(|Host key verification failed|HTTP Basic: Access denied|error: 40[13]/i

const isOffline =
  /Could not resolve host|Connection (refused|timed out|reset)|Network is unreachable|Failed to connect|Couldn't connect|Operation timed out/i

function explain({ stdout, stderr, timedOut }: GitResult, { name, url }: Remote): string {
  if (timedOut) return `${name} did not answer within ${pushSeconds} seconds.`
  if (needsPassword.test(stderr))
    return `${name} (${url}) wants a password or a key, which the editor does not ask for.`
  if (isOffline.test(stderr)) return `${name} (${url}) cannot be reached. Are you offline?`
  const [, reason] = stdout.match(/^!\t\S+\t(.+)$/m) ?? []
  if (!reason) return `${name} (${url}) refused it: ${firstLine(stderr)}`
  if (/fetch first|non-fast-forward|stale/.test(reason)) {
    return `Somebody has added to this branch on ${name} meanwhile. Ask a developer to bring both together.`
  }
  const said = stderr.match(/^remote: +(.*\S)/m)?.[1]
  return `${name} refused it: ${said ?? reason}`
}
