import type { Remote } from './remote'

type Done = {
  branch: string
  /** The branch that was checked out before. */
  from: string | undefined
  isOpen: boolean
  ahead: number
  remote: Remote | null
  base: string | undefined
  pushed: boolean
  url?: string
  why?: string
  elsewhere?: string
}

const requests = { github: 'pull request', gitlab: 'merge request', other: 'pull or merge request' }

/** What the proposer is to know and do now. */
export function nextSteps(done: Done): string[] {
  const { branch, remote, isOpen, ahead, base, from, elsewhere } = done
  return [
    ...(remote ? afterPush(done, remote) : afterCommit(branch)),
    `You are on the branch ${branch} now. What you propose before it is merged is added to it.`,
    !isOpen &&
      ahead > 0 &&
      `It starts from ${from ?? 'a commit without a branch'}: ${ahead} earlier ${ahead === 1 ? 'commit' : 'commits'} that ${base} has not yet belong to it as well.`,
    elsewhere && `The brand’s own texts in ${elsewhere} are not part of this project and were not proposed.`,
  ].filter((sentence) => typeof sentence === 'string')
}

function afterPush({ branch, pushed, url, why, isOpen }: Done, { name, kind }: Remote): string[] {
  if (!pushed) {
    return [
      `Your texts are kept in a commit on this computer, but they were not sent. ${why ?? ''}`.trim(),
      `To send them, press “Propose” again later, or type in a terminal: git push --set-upstream ${name} ${branch}`,
    ]
  }
  if (isOpen) return [`Your change is added to the proposal ${branch}.`, ...(url ? [`Look at it: ${url}`] : [])]
  return [
    `Your texts are on ${name}, as the branch ${branch}.`,
    url ? `Open the ${requests[kind]}: ${url}` : `Open a ${requests[kind]} for this branch there.`,
  ]
}

function afterCommit(branch: string): string[] {
  return [
    `Your texts are kept on this computer, as the branch ${branch}: this folder has no remote to send them to.`,
    'Ask a developer to set one (git remote add origin ADDRESS), then press “Propose” again.',
  ]
}
