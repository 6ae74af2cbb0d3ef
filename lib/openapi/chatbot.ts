import {
  chatAnswerSchema,
  chatRequestSchema,
  endRequestSchema,
  senderDetailsSchema,
  sourceSchema,
  statusSchema,
} from '@/lib/chatbot/schema'
import type { NamedSchemas } from './components'
import { answer, type Descriptions } from './describe'
import { chatAnswer, endedSession, question } from './examples'

export const chatbotSchemas = {
  requests: { ChatRequest: chatRequestSchema, ChatSessionEnd: endRequestSchema },
  answers: {
    ChatAnswer: chatAnswerSchema,
    ChatSource: sourceSchema,
    ChatSender: senderDetailsSchema,
    ChatStatus: statusSchema,
  },
} satisfies NamedSchemas

// What an operator's own assistant has to answer.
const upstream = (method: string, path: string) =>
  `With CHATBOT_URL the site asks \`${method} CHATBOT_URL${path}\` with the same body, without a key, and answers what that says in this form.`

export const chatbotOperations = {
  '/api/chatbot/status': {
    GET: {
      operationId: 'getChatStatus',
      summary: 'Whether there is an assistant to talk to',
      description: `${upstream('GET', '/api/chatbot/status')} One status serves everybody for 5 seconds.`,
      responses: { 200: answer('The status.', statusSchema, { enabled: true, disabled_reason: null }) },
    },
  },
  '/api/chatbot/chat': {
    POST: {
      operationId: 'askAssistant',
      summary: 'Ask the assistant',
      description: `The answer is Markdown. ${upstream('POST', '/api/chatbot/chat')} Links of such an answer to other sites are left out, but for those of the company.`,
      body: { schema: chatRequestSchema, example: question },
      responses: { 200: answer('The answer.', chatAnswerSchema, chatAnswer) },
      problems: ['bad_gateway'],
    },
  },
  '/api/chatbot/end-session': {
    POST: {
      operationId: 'endChatSession',
      summary: 'Say that a conversation has ended',
      description: `A request for contact in it is sent on at once. ${upstream('POST', '/api/chatbot/end-session')}`,
      body: { schema: endRequestSchema, example: endedSession },
      responses: { 204: answer('Noted.') },
      problems: ['bad_gateway'],
    },
  },
} satisfies Partial<Descriptions>
