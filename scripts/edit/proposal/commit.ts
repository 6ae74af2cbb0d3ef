import { firstLine, git, tryGit } from '../git'
import { EditError } from '../http'
import type { Versions } from '../types'
import { findCommittedErrors } from './content'
import type { Repository } from './repository'

/** The checks of a repository (hooks) may take a while, and so may whoever unlocks a key for the signature. */
const commitSeconds = 120

/** The files to be committed, and the versions of the texts that were checked. */
type Content = { files: string[]; added: string[]; checked: Versions }

/**
 * Commits these files as they are on the disk, on a branch that is made for them, or the one that is checked out when its
 * name is given. What else has changed, and what others have staged, stays as it is. Returns the commit. Throws
 * EditError, with everything as before.
 */
export async function commitFiles(
  start: Repository,
  branch: string,
  { files, added, checked }: Content,
  message: string,
) {
  if (branch !== start.branch) await git(['checkout', '--quiet', '--no-track', '-b', branch])
  try {
    // Git commits single files only when it knows them.
    if (added.length > 0) await git(['add', '--intent-to-add', '--', ...added])
    await commit(files, message)
    const errors = await findCommittedErrors(checked)
    if (errors.length > 0) {
      const why = 'The check finds errors in what would be proposed, but not in this folder.'
      const how = 'The texts may need a change of the code that is not committed yet: ask a developer.'
      throw new EditError(422, `${why} ${how}`, { findings: errors })
    }
    return await git(['rev-parse', 'HEAD'])
  } catch (error) {
    await goBack(start, branch, files)
    throw error
  }
}

async function commit(files: string[], message: string) {
  // Line endings of Windows become those of the repository, which `safecrlf` may refuse.
  const settings = ['-c', 'core.safecrlf=false']
  const options = ['commit', '--quiet', '--cleanup=whitespace', '--file=-', '--only', '--']
  const result = await tryGit([...settings, ...options, ...files], { input: message, seconds: commitSeconds })
  if (result.code !== 0) throw new EditError(409, explain(result))
}

function explain({ stderr, stdout, timedOut }: { stderr: string; stdout: string; timedOut: boolean }): string {
  if (timedOut) return `Git did not finish the commit within ${commitSeconds} seconds. Ask a developer why.`
  if (/failed to sign|gpg failed|signing failed/i.test(stderr)) {
    return 'Commits are signed here, and the signature could not be made. Unlock your key, or ask a developer.'
  }
  if (/index\.lock/.test(stderr))
    return 'Another program uses git in this folder. Wait until it has ended and try again.'
  const said = [firstLine(stderr), firstLine(stdout)].find(Boolean) ?? 'it says no more'
  return `Git, or a check of this repository, refused the commit: ${said}`
}

async function goBack({ commit: start, branch: startBranch }: Repository, branch: string, files: string[]) {
  await tryGit(['reset', '--quiet', '--soft', start])
  if (branch !== startBranch) {
    if (startBranch) await tryGit(['symbolic-ref', 'HEAD', `refs/heads/${startBranch}`])
    else await tryGit(['update-ref', '--no-deref', 'HEAD', start])
    await tryGit(['branch', '--quiet', '-D', branch])
  }
  await tryGit(['reset', '--quiet', '--', ...files])
}
