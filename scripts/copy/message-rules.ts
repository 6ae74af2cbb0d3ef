// Rules about the parts of a message that the code fills in. They use the
// parser that next-intl itself uses.
import { isStructurallySame, parse } from '@formatjs/icu-messageformat-parser'
import MiniSearch from 'minisearch'
import { anyFacts, fillFacts } from '@/lib/i18n/company-facts'
import { linkTags } from '@/lib/i18n/navigation'
import { namesIn, parseText } from './message'
import { quoted, type RuleContext, type Text, translationsOf } from './rule'
import { isAmong, sharedTerms } from './terms'

export const messageRules = {
  empty: checkEmpty,
  icu: checkSyntax,
  arguments: checkArguments,
  dropped: checkDropped,
  unfilled: checkUnfilled,
  links: checkLinks,
}

function checkEmpty({ text, report }: Text) {
  if (text.trim() === '')
    report(
      'error',
      'This text is empty.',
      'Write it, or delete it in every language.',
    )
}

function checkSyntax({ key, text, context, report }: Text) {
  const { error } = parseText(text)
  if (!error) return
  const [problem, fix] = error
  const otherLanguages = context.catalogs
    .map(({ messages }) => messages.get(key)?.text ?? '')
    .filter((other) => other !== text)
  const hasModel = otherLanguages.some((other) => /[{<]/.test(other))
  report(
    'error',
    problem,
    hasModel
      ? fix
      : 'Delete the { or <, or write it in words. In texts, { } and < > have a special meaning.',
  )
}

/**
 * Reports arguments and links that differ from the English text. A brand may
 * use fewer.
 */
function checkArguments({ key, text, english, context, report }: Text) {
  const parsed = parseText(text)
  const shared = context.isBrand
    ? context.sharedEnglish.messages.get(key)
    : english
  if (!shared) return
  const source = parseText(shared.text)
  if (!parsed.elements || !source.elements) return
  // Waits until English is corrected.
  if (!context.isBrand && findUnfillable(shared, context).length > 0) return

  const [given, wanted] = [namesIn(parsed), namesIn(source)]
  const absent = context.isBrand
    ? []
    : wanted.filter((name) => !given.includes(name))
  const known = [...wanted, ...factNames]
  const unknown = given.filter(
    (name) =>
      !known.includes(name) && (!context.isBrand || name.startsWith('{')),
  )

  if (absent.length > 0)
    report(
      'error',
      `This text lacks ${quoted(absent)}, which English has.`,
      /'[{<]/.test(text)
        ? 'Write ’ instead of the straight apostrophe before it, which turns the name in braces into plain text.'
        : 'Add it.',
    )
  if (unknown.length > 0) {
    const fix =
      wanted.length > 0
        ? `Use only ${quoted(wanted)}, as in English.`
        : 'Remove it.'
    report(
      'error',
      `The site cannot fill in ${quoted(unknown)} here, because English does not have it.`,
      findMeant(unknown, known) ?? fix,
    )
  }

  if (absent.length + unknown.length > 0 || context.isBrand) return
  // Fills in the facts first, because a translation may name a fact of the
  // brand that English does not name.
  const isSame = isStructurallySame(
    parse(fillFacts(shared.text, anyFacts, 'en')),
    parse(fillFacts(text, anyFacts, 'en')),
  )
  const fix = 'Copy it from English and translate only its words.'
  if (!isSame.success)
    report(
      'error',
      'The choice or number in { } has a different structure than in English.',
      fix,
    )
}

/**
 * Reports an argument or link that the English text has lost since its last
 * commit, because it may have been deleted by mistake.
 */
function checkDropped({ key, text, catalog, context, report }: Text) {
  if (catalog !== context.english) return
  const { texts } = context.reviews.history
  const published = texts[catalog.locale]?.get(key)
  const given = namesIn(parseText(text))
  const dropped = namesIn(parseText(published)).filter(
    (name) => !given.includes(name),
  )
  if (dropped.length > 0)
    report(
      'warning',
      `This text has lost ${quoted(dropped)}, which the published text has.`,
      'Add it, or check that the text is right without it.',
    )
}

/**
 * Reports arguments that only one translation of a text has, if English lacks
 * the text, because the code cannot fill them in.
 */
function checkUnfilled({ key, text, english, context, report }: Text) {
  if (english || context.isBrand) return
  const unknown = findUnfillable({ key, text }, context)
  if (unknown.length > 0)
    report(
      'error',
      `The site cannot fill in ${quoted(unknown)} here.`,
      findMeant(unknown, factNames) ??
        'Remove it, or correct its name, such as {product}.',
    )
}

function findUnfillable(
  { key, text }: Pick<Text, 'key' | 'text'>,
  context: RuleContext,
): string[] {
  const names = new Set(parseText(text).args.map((name) => `{${name}}`))
  const others = [...names].filter((name) => !factNames.includes(name))
  if (others.length === 0) return []
  const known = translationsOf(context).flatMap(({ messages }) =>
    namesIn(parseText(messages.get(key)?.text)),
  )
  return others.filter((name) => !known.includes(name))
}

/** Suggests the known name that is most similar to the first unknown one. */
function findMeant(unknown: string[], known: string[]): string | undefined {
  const names = new MiniSearch({ fields: ['id'], tokenize: (name) => [name] })
  names.addAll([...new Set(known)].map((id) => ({ id })))
  const [nearest] = names.search(`${unknown[0]}`, { fuzzy: 2 })
  return nearest && `Did you mean ${quoted([nearest.id])}?`
}

const factNames = Object.keys(anyFacts).map((name) => `{${name}}`)

function checkLinks({ text, key, report }: Text) {
  const { elements, tags: all } = parseText(text)
  // Ignores `figure`, because it is not a link: it marks a number that the
  // console shows in large type.
  const used = all.filter((tag) => tag !== 'figure')
  if (!elements || used.length === 0) return
  if (!isAmong(key, sharedTerms().links))
    return report(
      'error',
      'Links do not work in this text.',
      'Remove the tags.',
    )
  const known: readonly string[] = linkTags
  const unknown = used
    .filter((tag) => !known.includes(tag))
    .map((tag) => `<${tag}>`)
  const fix = `Use one of these links: ${quoted(known.map((tag) => `<${tag}>`))}.`
  if (unknown.length > 0)
    report('error', `There is no link ${quoted(unknown)}.`, fix)
  if (/<(\w+)>\s*<\/\1>/.test(text))
    report(
      'error',
      'A link has no text between its tags.',
      'Write the words of the link between <tag> and </tag>.',
    )
}
