import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { exchange } from '@/lib/chatbot/upstream/http-client'
import { env } from '@/lib/env'
import type { Prompt } from './prompt'

const standardOptions = { temperature: 0, max_tokens: 400 }

/** A model's answer, empty where it did not finish one. Throws UpstreamError, or another error for an unexpected answer. */
export async function complete({ system, turns }: Prompt, signal: AbortSignal): Promise<string> {
  const model = createOpenAICompatible({
    name: 'model',
    baseURL: env.CHATBOT_MODEL_URL ?? '',
    apiKey: env.CHATBOT_MODEL_KEY,
    transformRequestBody: (body) => ({ ...body, ...(env.CHATBOT_MODEL_OPTIONS ?? standardOptions) }),
    fetch: (url, init) => post(String(url), init, signal),
  })
  const prompt = turns.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] }))
  const { content, finishReason } = await model
    .chatModel(env.CHATBOT_MODEL ?? '')
    .doGenerate({ prompt: [{ role: 'system', content: system }, ...prompt] })
  if (finishReason.unified !== 'stop') return ''
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

// One try, no redirects, bounded in time and size. Of the headers the key alone goes out.
async function post(url: string, init: RequestInit | undefined, signal: AbortSignal): Promise<Response> {
  const key = new Headers(init?.headers).get('authorization')
  const call = { url, body: String(init?.body), signal, totalMs: env.CHATBOT_MODEL_TIMEOUT_MS }
  const json = await exchange({ ...call, ...(key && { headers: { Authorization: key } }) })
  return new Response(json, { headers: { 'Content-Type': 'application/json' } })
}
