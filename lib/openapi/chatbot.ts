import { chatAnswerSchema, chatRequestSchema, endRequestSchema, statusSchema } from '@/lib/chatbot/schema'
import { type Descriptions, json, problems } from './describe'

const refusals = [
  'malformed',
  'cross_site',
  'too_large',
  'wrong_type',
  'invalid_fields',
  'rate_limited',
  'bad_gateway',
  'unavailable',
] as const

/** The assistant, embedded or behind CHATBOT_URL. */
export const chatbotOperations = {
  '/api/chatbot/status': {
    GET: {
      summary: 'Whether there is an assistant to talk to',
      responses: { '200': { description: 'The status.', content: json(statusSchema) } },
    },
  },
  '/api/chatbot/chat': {
    POST: {
      summary: 'Ask the assistant',
      requestBody: { required: true, content: json(chatRequestSchema, 'input') },
      responses: { '200': { description: 'The answer.', content: json(chatAnswerSchema) }, ...problems(...refusals) },
    },
  },
  '/api/chatbot/end-session': {
    POST: {
      summary: 'Say that a conversation has ended',
      requestBody: { required: true, content: json(endRequestSchema, 'input') },
      responses: { '204': { description: 'Noted.' }, ...problems(...refusals) },
    },
  },
} satisfies Partial<Descriptions>
