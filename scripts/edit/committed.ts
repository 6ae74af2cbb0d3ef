import { git, sourceAt } from '../copy/diff'
import type { Sources } from '../copy/sources'
import { digest } from './catalogs'
import { shownTexts, type View, viewOf } from './view'

let kept: { name: string; view: View | undefined } | undefined

/** The texts of the last commit; undefined where there is none, or where they cannot be read. */
function committedView(files: Sources): View | undefined {
  const commit = git('rev-parse', '--verify', '--quiet', 'HEAD')
  if (!commit) return undefined
  const name = digest(JSON.stringify([commit, Object.keys(files)]))
  if (kept?.name !== name) kept = { name, view: readView(files) }
  return kept.view
}

function readView(files: Sources): View | undefined {
  const sources = Object.keys(files).flatMap((file) => {
    const source = sourceAt('HEAD', file)
    return source === undefined ? [] : [[file, source]]
  })
  try {
    return viewOf(Object.fromEntries(sources))
  } catch {
    return undefined
  }
}

/** The texts of the last commit as they were shown, by language. */
export function committedTexts(files: Sources): ReturnType<typeof shownTexts> | undefined {
  const view = committedView(files)
  return view && shownTexts(view)
}
