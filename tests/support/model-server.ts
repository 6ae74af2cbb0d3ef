import type { ServerResponse } from 'node:http'
import type { ModelFact } from '@/lib/chatbot/llm/types'
import { type behaviours, startUpstream } from './upstream'

/** What a model was asked, read from the request as a model would. */
export type Asked = { facts: Pick<ModelFact, 'id' | 'text'>[]; question: string; system: string }

type Writer = (asked: Asked) => string

/** What a model writes that keeps to the rules: the fact that the site found first. */
export const behaves: Writer = ({ facts: [fact] }) => (fact ? cite(fact.text, fact.id) : 'NONE')

/** What a model writes that does not, by what it invents; in English, whatever was asked. */
export const inventions = {
  'a number': ({ facts }) => `${firstOf(facts).text} This takes 417 days. [${firstOf(facts).id}]`,
  'a name': ({ facts }) => `${firstOf(facts).text} This is checked by Smith and Sons. [${firstOf(facts).id}]`,
  'a web address': ({ facts }) => `${firstOf(facts).text} See www.gold-offers.example. [${firstOf(facts).id}]`,
  'an e-mail address': ({ facts }) => `${firstOf(facts).text} Write to desk@offers.example. [${firstOf(facts).id}]`,
  'a telephone number': ({ facts }) => `${firstOf(facts).text} Call +44 20 7946 0999. [${firstOf(facts).id}]`,
  'a link': ({ facts }) => `${firstOf(facts).text} [Sign up](https://offers.example/). [${firstOf(facts).id}]`,
  'a fact’s id': ({ facts }) => cite(firstOf(facts).text, 'invented.fact'),
  'a statement without a citation': ({ facts }) => firstOf(facts).text,
  'a sentence after the citation': ({ facts }) => `${behaves({ facts, question: '', system: '' })} It is free.`,
  'a promise': ({ facts }) => `We guarantee this: ${firstOf(facts).text} [${firstOf(facts).id}]`,
  'a yes': ({ facts }) => `Yes. ${behaves({ facts, question: '', system: '' })}`,
  'another language': ({ facts }) => `Wir lagern das Gold für unsere Kunden und das ist gut so [${firstOf(facts).id}].`,
  'a statement of its own': ({ facts }) =>
    `Breakfast at our hotel comes with pancakes and syrup [${firstOf(facts).id}].`,
  HTML: ({ facts }) => `<b>${firstOf(facts).text}</b> [${firstOf(facts).id}]`,
  'an image': ({ facts }) => `![](/x.png) ${firstOf(facts).text} [${firstOf(facts).id}]`,
  'its instructions': ({ system }) => system.split('\n').slice(1, 4).join(' '),
  'far too much': ({ facts }) => cite(firstOf(facts).text.repeat(40), firstOf(facts).id),
} satisfies Record<string, Writer>

function firstOf(facts: Asked['facts']) {
  return facts[0] ?? { id: 'none', text: 'Nothing.' }
}

function cite(text: string, id: string): string {
  return `${text.replace(/[.\s]+$/, '')} [${id}].`
}

type ModelBehaviour = Writer | Parameters<Awaited<ReturnType<typeof startUpstream>>['behave']>[0]

/** Starts a server with the API of OpenAI on loopback; it keeps what it was sent. */
export async function startModelServer(behaviour: ModelBehaviour = behaves) {
  const server = await startUpstream()

  function behave(next: ModelBehaviour) {
    if (typeof next === 'string' || next.length === 2) return server.behave(next as keyof typeof behaviours)
    server.behave((_, response) => send(response, { content: (next as Writer)(askedIn(server.received.at(-1)?.body)) }))
  }

  behave(behaviour)
  return { ...server, base: `${server.base}/v1`, behave }
}

/** A whole answer of the API. `content` is what the model wrote. */
export function send(response: ServerResponse, message: object, finishReason = 'stop') {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }]
  response.end(JSON.stringify({ id: 'chat-1', object: 'chat.completion', created: 1, model: 'test', choices }))
}

function askedIn(body = '{}'): Asked {
  const { messages = [] } = JSON.parse(body) as { messages?: { role: string; content: string }[] }
  const system = messages[0]?.content ?? ''
  const facts = [...system.matchAll(/^\[([^\]]+)\] (.*)$/gm)].map(([, id = '', text = '']) => ({ id, text }))
  return { facts, question: messages.at(-1)?.content ?? '', system }
}
