import { disclosureMarkdown } from '@/lib/disclosures/rows'
import { teamHours } from '@/lib/disclosures/team-hours'
import { loadMessages, type Messages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import { officesIn, phoneLines } from '@/lib/i18n/offices'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import {
  loadTranslator,
  type Translator,
  textWithoutLinks,
} from '@/lib/i18n/translator'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import { absolute, pageAddress } from './address'
import { listedPages } from './listed-pages'

/**
 * Writes the site's facts as Markdown, in the format of llmstxt.org: first
 * everything without headings, then only lists of links.
 */
export async function llmsText(locale: Locale): Promise<string> {
  const t = await loadTranslator(locale)
  const messages = await loadMessages(locale)
  const blocks = [
    `# ${site.brand} ${site.product}`,
    `> ${t('Metadata.home.description')}`,
    t('Contact.institutionsOnly'),
    t('About.lead'),
    t('About.body'),
    ...roadmap(t),
    ...metals(t, messages),
    ...disclosures(t, locale),
    ...faq(t, 'HomeFaq', messages),
    ...faq(t, 'ProductFaq', messages),
    part(t('Contact.phoneHeading'), [
      ...phoneLines(t).map(({ name, number }) => `- **${name}** ${number}`),
      ...hours(t, locale),
    ]),
    part(t('Contact.officesHeading'), offices(locale)),
    linkList(t('Footer.linksHeading'), pages(t, locale)),
    linkList(t('LlmsText.languages'), otherLanguages(locale)),
  ]
  return `${blocks.join('\n\n')}\n`
}

function part(title: string, lines: string[]): string {
  return `**${title}**\n\n${lines.join('\n')}`
}

function linkList(heading: string, links: string[]): string {
  return `## ${heading}\n\n${links.join('\n')}`
}

function pages(t: Translator, locale: Locale): string[] {
  return listedPages.map(
    (page) =>
      `- [${t(`Metadata.${page}.title`)}](${pageAddress(page, locale)}): ${t(`Metadata.${page}.description`)}`,
  )
}

/** Returns nothing if the brand does not confirm the roadmap. */
function roadmap(t: Translator): string[] {
  if (!t.has('ProductAbout.roadmap')) return []
  return [part(t('ProductAbout.roadmapTitle'), [t('ProductAbout.roadmap')])]
}

function metals(t: Translator, messages: Messages): string[] {
  if (site.metals.length === 0) return []
  const columns = ['label', ...site.metals] as const
  const heads = [
    t('Metals.property'),
    ...site.metals.map((metal) => t(`Metals.${metal}`)),
  ]
  const rows = keysOf(messages.Metals.rows).map((row) =>
    columns.map((column) => t(`Metals.rows.${row}.${column}`)),
  )
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const table = [heads, heads.map(() => '---'), ...rows].map(line)
  return [part(t('Metals.title'), table)]
}

function disclosures(t: Translator, locale: Locale): string[] {
  const note = site.disclosures.examples ? [t('Disclosures.examples'), ''] : []
  const list = disclosureMarkdown(locale)
  return list ? [part(t('Disclosures.title'), [...note, list])] : []
}

function faq(
  t: Translator,
  namespace: 'HomeFaq' | 'ProductFaq',
  messages: Messages,
): string[] {
  const items = keysOf<object>(messages[namespace].items).flatMap((key) => [
    `**${textWithoutLinks(t, `${namespace}.items.${key}.question`)}**`,
    textWithoutLinks(t, `${namespace}.items.${key}.answer`),
  ])
  return [`**${t(`${namespace}.title`)}**`, ...items]
}

function hours(t: Translator, locale: Locale): string[] {
  const stated = teamHours(locale)
  if (stated.length === 0) return []
  return [t('Contact.hours'), ...stated].map((line) => `- ${line}`)
}

function offices(locale: Locale): string[] {
  return officesIn(locale).map(
    ({ street, place, country }) => `- ${street}, ${place}, ${country}`,
  )
}

function otherLanguages(locale: Locale): string[] {
  return routing.locales
    .filter((other) => other !== locale)
    .map(
      (other) =>
        `- [${languages[other].name}](${absolute(localizedPath(other, '/llms.txt'))})`,
    )
}
