import { brandTextsFolder, isInProject } from '../copy/catalogs'
import { reviewedFile } from '../copy/reviewed'
import { git } from './git'

/**
 * Files that belong to the texts: catalogs, languages, records, terms, the
 * assistant's training questions, the brand.
 */
export function proposedPaths(): string[] {
  const folder = brandTextsFolder().replace(/\/messages$/, '')
  const shared = [':(glob)messages/*.json', 'lib/languages.json', reviewedFile]
  return [
    ...shared,
    'scripts/copy/terms',
    'lib/chatbot/questions',
    ...(isInProject(folder) ? [folder] : []),
  ]
}

export async function hasChanges(): Promise<boolean> {
  return (
    (await git(
      'status',
      '--porcelain',
      '--untracked-files=all',
      '--',
      ...proposedPaths(),
    )) !== ''
  )
}
