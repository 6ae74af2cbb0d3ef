// Groups the questions of a file, and those of the database, that the assistant still has no answer to. The child of the
// editor, which gets the groups as a message: `find.ts [FILE]`.
import { existsSync, readFileSync } from 'node:fs'
import { reply } from '@/lib/chatbot/engine/reply'
import { listUnanswered } from '@/lib/chatbot/store'
import { fileOf, isPostgresql } from '@/lib/database/address'
import { closeDatabase } from '@/lib/database/client'
import { env } from '@/lib/env'
import { routing } from '@/lib/i18n/routing'
import { answerParent } from '../child'
import { groupQuestions, type QuestionGroup } from './group'
import { type AskedQuestion, questionsSchema } from './schema'

/** `topic`: the fact that comes nearest, such as `token.unit`, where one does. */
export type OpenGroup = QuestionGroup & { topic?: string }

/** `problem`: why the database could not be read. */
export type Found = { groups: OpenGroup[]; problem?: string }

const maxEach = 200

const [, , file] = process.argv
const { questions, problem } = await readDatabase()
const groups: OpenGroup[] = []
for (const group of groupQuestions([...questions, ...readImport()])) {
  const open = await stillOpen(group)
  if (open) groups.push(open)
}
answerParent({ groups, ...(problem && { problem }) } satisfies Found)

async function readDatabase(): Promise<{ questions: AskedQuestion[]; problem?: string }> {
  // A computer on which the site has never run has none.
  if (!isPostgresql(env.DATABASE_URL) && !existsSync(fileOf(env.DATABASE_URL))) return { questions: [] }
  try {
    const lists = routing.locales.map(async (locale) => {
      const found = await listUnanswered(locale, maxEach)
      return found.map(({ text, count, lastAskedAt }) => {
        return { locale, text, count, last: lastAskedAt.toISOString().slice(0, 10) }
      })
    })
    return { questions: (await Promise.all(lists)).flat() }
  } catch (error) {
    return { questions: [], problem: (error as Error).message }
  } finally {
    await closeDatabase()
  }
}

function readImport(): AskedQuestion[] {
  return file ? questionsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

async function stillOpen(group: QuestionGroup): Promise<OpenGroup | undefined> {
  const open: AskedQuestion[] = []
  let topic: string | undefined
  for (const question of group.questions) {
    const { unanswered, retrieved } = await reply(question.text, question.locale)
    if (!unanswered) continue
    open.push(question)
    topic ??= retrieved[0]?.id
  }
  if (open.length === 0) return undefined
  const count = open.reduce((sum, question) => sum + question.count, 0)
  return { ...group, questions: open, count, ...(topic && { topic }) }
}
