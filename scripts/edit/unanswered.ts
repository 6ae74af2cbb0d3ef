// What visitors asked the assistant in vain, from this computer's database and from a file of the server's.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { questionSnippet } from '@/lib/console/questions'
import { environment } from '@/lib/env'
import { mapLocales, routing } from '@/lib/i18n/routing'
import { loadCatalogs } from '../copy/check'
import { askChild } from './child'
import { EditError, type Routes, readJson, sendJson } from './http'
import type { Found, OpenGroup } from './unanswered/find'
import { questionsSchema } from './unanswered/schema'

export const routes: Routes = {
  'GET /_edit/unanswered': async (_, response) => sendJson(response, 200, await listUnanswered()),
  'POST /_edit/unanswered': async (request, response) => {
    const questions = await readJson(request, questionsSchema)
    mkdirSync(dirname(imported), { recursive: true })
    writeFileSync(imported, JSON.stringify(questions, null, 2))
    sendJson(response, 200, await listUnanswered())
  },
}

const imported = '.cache/edit/unanswered.json'

/** A new entry that would answer a group of questions, with the question in its language. */
type Suggestion = {
  list: string
  name: string
  /** Those that the list has. */
  names: string[]
  fields: string[]
  texts: Record<string, Record<string, string>>
}

/** `fact` answers for the assistant alone, `suggestion` on the home page as well. */
type Listed = OpenGroup & { suggestion: Suggestion; fact?: Suggestion }

/** The questions that still have no answer, those asked most often first. Throws EditError. */
export async function listUnanswered(): Promise<Listed[]> {
  const args = existsSync(imported) ? [imported] : []
  const { groups, problem } = await askChild<Found>('scripts/edit/unanswered/find.ts', args, settings())
  if (problem && groups.length === 0) {
    throw new EditError(500, `The questions in this computer’s database cannot be read: ${problem}`)
  }
  return groups.map((group) => {
    const fact = suggestFact(group)
    return { ...group, suggestion: suggest(group, 'HomeFaq.items', ['question', 'answer']), ...(fact && { fact }) }
  })
}

// Built for a server, the assistant reads the catalogs once, as they are now.
function settings() {
  return { NODE_ENV: 'production', DATABASE_URL: environment().QUESTIONS_DATABASE_URL ?? '' }
}

function suggestFact(group: OpenGroup): Suggestion | undefined {
  const [section] = group.topic?.split('.') ?? []
  const list = `Facts.${section}`
  return namesIn(list).length > 0 ? suggest(group, list, ['question', 'text']) : undefined
}

function suggest({ locale, questions: [first] }: OpenGroup, list: string, fields: string[]): Suggestion {
  const [[words = '', { question }] = ['', { question: '' }]] = Object.entries(snippetOf(first?.text ?? ''))
  const names = namesIn(list)
  // Names are English, so one is made from the question in English where that is not it.
  const name = locale === routing.defaultLocale ? freeName(words, names) : ''
  const texts = mapLocales((each) => {
    return Object.fromEntries(fields.map((field) => [field, field === 'question' && each === locale ? question : '']))
  })
  return { list, name, names, fields, texts }
}

function snippetOf(question: string): Record<string, { question: string }> {
  return JSON.parse(`{${questionSnippet(question)}}`)
}

function namesIn(list: string): string[] {
  return loadCatalogs().english.groups.get(list) ?? []
}

function freeName(name: string, names: string[]): string {
  return names.includes(name) ? `${name}2` : name
}
