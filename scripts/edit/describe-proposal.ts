import { basename } from 'node:path'
import { checkAll } from '../copy/check'
import { messageIn, readView } from './catalogs'
import { openRepository, type Repository } from './git'
import { findTextsOfOthers } from './merge-catalogs'
import { titleOf } from './names'
import { combinedTexts } from './notice'
import { hasChanges } from './proposed-paths'
import { listChanges, listOpenTranslations, type ShownChange } from './text'

export type Proposal = Awaited<ReturnType<typeof describeProposal>>

/**
 * Describes what “Propose” would send; `problem` says why it would refuse.
 * Throws EditError without a repository.
 */
export async function describeProposal(repository?: Repository) {
  const { remote, published, isOpen, unsent } =
    repository ?? (await openRepository())
  const hasFiles = await hasChanges()
  const findings = checkAll().map((finding) => ({
    ...finding,
    title: finding.key && titleOf(finding.key),
  }))

  const blocking = findings.filter(({ level }) => level === 'error')
  const isReadable = !blocking.some(({ rule }) => rule === 'file')
  const changes = isReadable ? listChanges() : []
  const changedTexts = new Set(
    changes.flatMap(({ key, texts }) =>
      texts.map(({ locale }) => `${locale} ${key}`),
    ),
  )

  const stale = isReadable ? listOpenTranslations() : []
  const isAhead = hasFiles || isOpen
  const ofOthers =
    isReadable && isAhead ? await findTextsOfOthers(published) : []

  return {
    message: proposalMessage(changes),
    isOpen,
    changes,
    /** Translations that may follow in a later proposal. */
    later: stale.filter(({ key }) =>
      changes.some((change) => change.key === key),
    ),
    hasFiles,
    /** Changed texts that someone else has changed and published since. */
    ofOthers,
    /** Texts that “Get the latest texts” did not take. */
    notTaken: isReadable ? listTextsOfOthers() : [],
    blocking,
    /**
     * Warnings about the changed texts. Outdated translations are in `later`
     * instead.
     */
    warnings: findings.filter(
      ({ level, rule, key, locale }) =>
        level === 'warning' &&
        rule !== 'stale' &&
        changedTexts.has(`${locale} ${key}`),
    ),
    destination: remote?.url ?? null,
    problem:
      hasFiles || (isOpen && unsent > 0)
        ? null
        : 'There are no changes to propose.',
  }
}

/**
 * Lists other people's texts that “Get the latest texts” did not take, unless
 * the text has changed since.
 */
export function listTextsOfOthers() {
  const { shown } = readView()
  const texts = combinedTexts().flatMap(({ file, key, ours, theirs }) => {
    const locale = basename(file, '.json')
    if (typeof ours !== 'string' || typeof theirs !== 'string') return []
    const isKept = messageIn(shown, locale, key)?.text === ours
    return isKept ? { key, locale, title: titleOf(key), ours, theirs } : []
  })
  const languages: string[] = shown.map(({ locale }) => locale)
  const positionOf = ({ locale }: { locale: string }) =>
    languages.indexOf(locale)
  return [...Map.groupBy(texts, ({ key }) => key).values()].flatMap((same) =>
    same.toSorted((a, b) => positionOf(a) - positionOf(b)),
  )
}

/**
 * Returns “Home · headline (en, fr)”, or the number of texts followed by a list
 * of such lines.
 */
function proposalMessage(changes: ShownChange[]): string {
  const lines = changes.map(
    ({ title, texts }) =>
      `${title} (${texts.map(({ locale }) => locale).join(', ')})`,
  )
  if (lines.length < 2) return lines[0] ?? 'Texts'
  return [
    `${lines.length} texts`,
    '',
    ...lines.map((line) => `- ${line}`),
  ].join('\n')
}
