// All that the panel shows of one text.
import { TYPE } from '@formatjs/icu-messageformat-parser'
import { companyFacts } from '@/lib/i18n/company-facts'
import { linkTags } from '@/lib/i18n/link-tags'
import { localizedPath } from '@/lib/i18n/navigation'
import { mapLocales, routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { parseText } from '../copy/icu'
import { readReviewed, reviewedFile, reviewOf } from '../copy/reviewed'
import { createTermsReader, isAmong, readSharedTerms, type SharedTerms } from '../copy/terms'
import { readUsage, recordedKey } from '../copy/usage'
import { readSources, whyKept } from './catalogs'
import { findingsOf } from './check'
import { committedTexts } from './committed'
import { EditError, type Routes, sendJson } from './http'
import type { TextInLanguage } from './types'
import { shownTexts, type View, viewOf } from './view'

export const routes: Routes = {
  'GET /_edit/text': (_, response, query) => sendJson(response, 200, describeText(query.get('key') ?? '')),
}

function describeText(key: string) {
  const { files, versions } = readSources()
  const view = viewOf(files)
  const english = view.english.messages.get(key)?.text
  if (english === undefined) throw new EditError(404, `There is no text “${key}”. Reload the page.`)
  const shared = readSharedTerms()
  const found = findingsOf(files, [], (other) => other === key)
  const usage = readUsage()
  const name = recordedKey(key, shared.lists)
  return {
    key,
    locales: languagesOf(key, view, files),
    places: (usage.places[name] ?? []).map(placeOf),
    budgets: shared.budgets.filter(({ keys }) => isAmong(key, keys)).map(({ keys: _, ...budget }) => budget),
    tags: isAmong(key, shared.links) ? linkTags : [],
    arguments: (usage.arguments[name] ?? []).map((argument) => ({
      name: argument,
      sample: sampleOf(argument, english),
    })),
    brandFacts: Object.entries(companyFacts(site, routing.defaultLocale)).map(([fact, value]) => {
      return { name: fact, sample: String(value) }
    }),
    ...termsFor(key, english),
    findings: mapLocales((locale) => found.filter((finding) => finding.locale === locale)),
    list: listOf(key, view, shared),
    versions,
  }
}

function languagesOf(key: string, view: View, files: Record<string, string>): Record<string, TextInLanguage> {
  const reviewed = readReviewed(reviewedFile)
  const committed = committedTexts(files)
  const source = view.english.messages.get(key)?.text ?? ''
  const languages = shownTexts(view).map(({ locale, messages }): [string, TextInLanguage] => {
    const { text = '', file = '', line = 1, ofBrand = false } = messages.get(key) ?? {}
    const before = committed?.find((other) => other.locale === locale)?.messages.get(key)?.text ?? null
    // A brand's own texts are not recorded, and English has nothing to be compared with.
    const isRecorded = locale !== routing.defaultLocale && !ofBrand
    const review = isRecorded ? reviewOf(source, text, reviewed[locale]?.[key]) : 'current'
    return [locale, { text, file, line, committed: before, review, ofBrand }]
  })
  return Object.fromEntries(languages)
}

type ShownPlace = { name: string } | { paths: Record<string, string> }

function placeOf(place: string): ShownPlace {
  if (!place.startsWith('/')) return { name: place }
  return { paths: mapLocales((locale) => localizedPath(locale, place)) }
}

function sampleOf(name: string, english: string): string {
  const element = parseText(english).elements?.find((each) => 'value' in each && each.value === name)
  return element?.type === TYPE.plural || element?.type === TYPE.number ? '2' : name
}

// The terms of the glossary that the English text asks for.
function termsFor(key: string, english: string) {
  const termsOf = createTermsReader()
  const source = parseText(english).texts.join('\n')
  return {
    glossary: mapLocales((locale) =>
      termsOf(locale).glossary.flatMap(({ english: term, say, except }) => {
        const found = term && !isAmong(key, except) ? source.match(term)?.[0] : undefined
        return found ? [{ say, english: found }] : []
      }),
    ),
    varieties: mapLocales((locale) => termsOf(locale).variety ?? null),
  }
}

function listOf(key: string, { english }: View, { lists }: SharedTerms) {
  const steps = key.split('.')
  const at = steps.findIndex((_, index) => isAmong(steps.slice(0, index).join('.'), lists))
  const [list, name = ''] = [steps.slice(0, Math.max(at, 0)).join('.'), steps[at]]
  const names = english.groups.get(list) ?? []
  if (at < 0 || !names.includes(name)) return undefined
  const kept = whyKept(list, name, names) ?? null
  return { list, name, names, fields: english.groups.get(`${list}.${name}`) ?? [], kept }
}
