import { git, openRepository, proposalPrefix } from './git'
import { EditError } from './http'
import { mergeBranches, moveTo, type Overlap } from './merge-catalogs'
import { titleOf } from './names'
import { keepNotice } from './notice'
import { hasChanges, proposedPaths } from './proposed-paths'

/**
 * Pulls what others have published. Returns a sentence; throws EditError,
 * leaving everything as it was.
 */
export async function getLatest(): Promise<string> {
  const {
    remote,
    base,
    published,
    branch,
    isOpen,
    commit: start,
  } = await openRepository({ isLatest: true })
  if (!remote || !base)
    throw new EditError(
      409,
      'This folder does not know where the published texts are. Ask a developer.',
    )
  if (isOpen && (await hasChanges()))
    throw new EditError(
      409,
      'You have changes that are not proposed yet. Press “Propose” first.',
    )

  // Leaves the branch of a proposal that was accepted or rejected.
  const mainBranch = base.slice(remote.name.length + 1)
  const next = branch?.startsWith(proposalPrefix) ? mainBranch : undefined
  const overlaps: Overlap[] | undefined = isOpen
    ? await mergeBranches(published)
    : await moveTo(base, proposedPaths(), next)
  if (!overlaps) {
    const sentence =
      'You and someone else have changed the same places, and the editor cannot combine the changes. Ask a developer to combine them.'
    throw new EditError(409, sentence)
  }

  if (start === (await git('rev-parse', 'HEAD')))
    return 'You already have the latest texts.'
  const {
    kept = [],
    back = [],
    deleted = [],
  } = Object.groupBy(overlaps, ({ ours, theirs }) => {
    if (ours === undefined) return 'back'
    return theirs === undefined ? 'deleted' : 'kept'
  })

  const sentences = [
    'You have the latest texts now.',
    isOpen && 'Press “Propose” to send them with your proposal.',
    kept.length > 0 &&
      `Someone else changed these texts, too, and yours were kept: ${titlesOf(kept)}. To replace yours, press “Use theirs” in “Changes”.`,
    back.length > 0 &&
      `You deleted these texts but someone else changed them, so they were restored: ${titlesOf(back)}.`,
    deleted.length > 0 &&
      `Someone else deleted these texts but you changed them, so yours were kept: ${titlesOf(deleted)}. To delete them, open one and press “Delete in every language”.`,
  ]
  const notice = sentences.filter(Boolean).join(' ')
  keepNotice(notice, kept)
  return notice
}

function titlesOf(overlaps: Overlap[]): string {
  const titles = new Set(overlaps.map(({ key }) => titleOf(key)))
  return [...titles].join(', ')
}
