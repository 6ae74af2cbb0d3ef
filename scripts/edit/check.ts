// What the check of the copy says of some texts, while they are typed.
import { judge, rules } from '../copy/check'
import { judgeBrandTexts } from '../copy/check-brand'
import type { Context } from '../copy/context'
import { icu, tags, unfilled } from '../copy/rules/icu'
import type { Sources } from '../copy/sources'
import { createTermsReader, readSharedTerms } from '../copy/terms'
import type { Catalog, Finding } from '../copy/types'
import { readUsage } from '../copy/usage'
import { applyChanges, readSources } from './catalogs'
import { type Routes, readJson, sendJson } from './http'
import { reviewedAfter } from './records'
import { type Change, editSchema } from './types'
import { typesetChange } from './typography'
import { type View, viewOf } from './view'

export const routes: Routes = {
  'POST /_edit/check': async (request, response) => {
    const { changes } = await readJson(request, editSchema)
    const files = applyChanges(readSources().files, changes)
    sendJson(response, 200, { findings: findingsOf(files, changes), corrected: correctedOf(changes) })
  },
}

function correctedOf(changes: Change[]): Change[] {
  return changes.flatMap((change) => {
    const corrected = typesetChange(change)
    return corrected === change ? [] : corrected
  })
}

type IsTouched = (key: string) => boolean

export function touchedBy(changes: Change[]): IsTouched {
  const keys = new Set(changes.flatMap((change) => ('key' in change ? change.key : [])))
  const entries = changes.flatMap((change) => ('list' in change ? `${change.list}.${change.name}` : []))
  return (key) => keys.has(key) || entries.some((entry) => key === entry || key.startsWith(`${entry}.`))
}

/** What the check finds in texts of changed files: by default in those that the changes touch. */
export function findingsOf(files: Sources, changes: Change[], isTouched = touchedBy(changes)): Finding[] {
  const whole = viewOf(files)
  const touched = narrow(whole, isTouched)
  const found = [
    ...judge(contextOf(whole), rulesOfCatalogs),
    ...judge({ ...contextOf(touched), reviewed: reviewedAfter(touched, changes) }, rulesOfTexts),
    ...judgeBrandTexts(touched.ofBrand, touched.english),
  ]
  return found.filter(({ key }) => key !== undefined && isTouched(key))
}

/** What the pages cannot show: texts that are no messages, unknown tags, arguments that nothing fills. */
export function unreadable(files: Sources, changes: Change[]): Finding[] {
  const touched = narrow(viewOf(files), touchedBy(changes))
  const context = contextOf(touched)
  const contexts = [context, { ...context, catalogs: touched.ofBrand }]
  return contexts.flatMap((each) => judge(each, { icu, tags, arguments: unfilled }))
}

// These look at keys and groups. They are quick; the rules of texts are for those that are touched alone.
const { missing, extra, order, undefined: undefinedKeys, unused, specification, ...others } = rules
const rulesOfCatalogs = { missing, extra, order, undefined: undefinedKeys, unused, specification }
// A save records what is unrecorded.
const { unrecorded: _, ...rulesOfTexts } = others

function narrow(view: View, isTouched: IsTouched): View {
  const keep = (catalog: Catalog): Catalog => {
    return { ...catalog, messages: new Map([...catalog.messages].filter(([key]) => isTouched(key))) }
  }
  const english = keep(view.english)
  const catalogs = view.catalogs.map((catalog) => (catalog === view.english ? english : keep(catalog)))
  return { english, catalogs, ofBrand: view.ofBrand.map(keep) }
}

function contextOf({ english, catalogs }: View): Context {
  const terms = { shared: readSharedTerms(), termsOf: createTermsReader() }
  return { catalogs, english, usage: readUsage(), reviewed: {}, ...terms }
}
