import { chatAnswerSchema, chatRequestSchema, endRequestSchema, statusSchema } from '@/lib/chatbot/schema'
import { answer, type Descriptions } from './describe'

export const chatbotOperations = {
  '/api/chatbot/status': {
    GET: {
      summary: 'Whether there is an assistant to talk to',
      responses: { 200: answer('The status.', statusSchema) },
    },
  },
  '/api/chatbot/chat': {
    POST: {
      summary: 'Ask the assistant',
      body: chatRequestSchema,
      responses: { 200: answer('The answer.', chatAnswerSchema) },
      problems: ['bad_gateway'],
    },
  },
  '/api/chatbot/end-session': {
    POST: {
      summary: 'Say that a conversation has ended',
      body: endRequestSchema,
      responses: { 204: answer('Noted.') },
      problems: ['bad_gateway'],
    },
  },
} satisfies Partial<Descriptions>
