import { type ChangedText, compareTexts, git } from '../copy/diff'
import { readSharedTerms } from '../copy/terms'
import { readUsage, recordedKey } from '../copy/usage'
import { readSources } from './catalogs'
import { committedTexts } from './committed'
import { type Routes, sendJson } from './http'
import { possibleSteps } from './save'
import { shownTexts, viewOf } from './view'

export const routes: Routes = {
  'GET /_edit/state': (_, response) => {
    const { versions } = readSources()
    const branch = git('branch', '--show-current')?.trim() || null
    sendJson(response, 200, { versions, ...possibleSteps(), changed: countChanged(), branch })
  },
  'GET /_edit/changes': (_, response) => sendJson(response, 200, changesSinceCommit()),
}

function countChanged(): number {
  const texts = changesSinceCommit().flatMap((change) => change.texts)
  return texts.filter(({ before, after }) => before !== after).length
}

/** The texts that differ from the last commit, each with the first place where it is shown. */
function changesSinceCommit(): (ChangedText & { page: string | null })[] {
  const { files } = readSources()
  const before = committedTexts(files)
  if (!before) return []
  const [{ lists }, { places }] = [readSharedTerms(), readUsage()]
  const changes = compareTexts(before, shownTexts(viewOf(files)))
  return changes.map((change) => ({ ...change, page: places[recordedKey(change.key, lists)]?.[0] ?? null }))
}
