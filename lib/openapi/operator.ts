import { z } from 'zod'
import { sessionAnswerSchema } from '@/lib/attestations/response-schema'
import type { NamedSchemas } from './components'
import { answer, type Descriptions } from './describe'

const operatorKeySchema = z.object({
  key: z.string().describe('The part after the name in OPERATOR_KEYS.'),
  code: z.string().optional().describe('The one-time code of an operator who has one (OPERATOR_TOTP).'),
})

const questionDismissalSchema = z.object({
  id: z.string().describe('The question, as the console lists it.'),
  language: z.string().optional().describe('The language of the page that follows.'),
})

const sessionEndSchema = z.object({
  session: z.string().optional().describe('`this`, `others`, or the id of one in the list of the console.'),
  language: z.string().optional().describe('The language of the page that follows.'),
})

export const operatorSchemas = {
  requests: {
    OperatorKey: operatorKeySchema,
    SessionEnd: sessionEndSchema,
    QuestionDismissal: questionDismissalSchema,
  },
  answers: { OperatorSession: sessionAnswerSchema },
} satisfies NamedSchemas

/** What the forms of the operator console are answered with, which work without JavaScript. */
export const toConsole = {
  description: 'For a form-encoded body: to a page of the console, which says what has been done.',
  headers: { Location: 'The address of that page.' },
}

export const operatorOperations = {
  '/api/operator/questions/dismiss': {
    POST: {
      operationId: 'dismissQuestion',
      summary: 'Remove a question without an answer, by a form of the operator console',
      description: 'Asked again, it is counted again from 1.',
      body: { schema: questionDismissalSchema, example: { id: '5d2c1f', language: 'en' } },
      responses: { 303: toConsole },
    },
  },
  '/api/operator/session': {
    GET: {
      operationId: 'getSession',
      summary: 'Who is signed in',
      description: 'And whether changes need a key at all (`open`, with ATTESTATIONS_OPEN).',
      responses: { 200: answer('The session.', sessionAnswerSchema, { operator: 'alice', open: false }) },
    },
    POST: {
      operationId: 'signIn',
      summary: 'Exchange an operator key for a session cookie',
      description: 'The session that the browser had before ends.',
      body: { schema: operatorKeySchema, example: { key: 'the-part-after-the-name-in-operator-keys' } },
      responses: {
        200: {
          ...answer('Signed in.', sessionAnswerSchema, { operator: 'alice' }),
          headers: { 'Set-Cookie': 'The session.' },
        },
        303: toConsole,
      },
      problems: ['unauthorized', 'code_required', 'wrong_code', 'not_configured'],
    },
    DELETE: {
      operationId: 'signOut',
      summary: 'Sign out',
      description:
        'Ends the session of the cookie. Its Content-Type is application/json, as no form of another site can send it.',
      responses: {
        200: {
          ...answer('Signed out.', sessionAnswerSchema, { operator: null }),
          headers: { 'Set-Cookie': 'Removes the session.' },
        },
      },
      problems: ['cross_site', 'wrong_type'],
    },
  },
  '/api/operator/session/end': {
    POST: {
      operationId: 'endSessions',
      summary: 'Sign out, or end other sessions, by a form of the operator console',
      description: 'Ends the session of the cookie. A request of another site is refused, as with every change.',
      body: { schema: sessionEndSchema, example: { language: 'en' } },
      responses: { 303: toConsole },
    },
  },
} satisfies Partial<Descriptions>
