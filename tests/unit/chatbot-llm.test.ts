import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelFact, ModelRequest } from '@/lib/chatbot/llm/types'
import type { Locale } from '@/lib/i18n/routing'
import { type Asked, behaves, inventions, send, startModelServer } from '../support/model-server'
import type { BehaviourName } from '../support/upstream'

const key = 'model-key-0123456789'

const facts: Record<'en' | 'fr' | 'es', ModelFact[]> = {
  en: [
    {
      id: 'token.unit',
      question: 'What does one token stand for?',
      text: 'One token stands for one troy ounce of gold, kept in vaults in Zurich.',
      path: '/en/direct-reserve',
    },
    {
      id: 'fees.custody',
      question: 'What does custody cost?',
      text: 'Custody costs 0.25% of the value a year, from 10,000 ounces; [the price page](https://prices.halcrest.example/) has the rest.',
      path: '/en/direct-reserve',
    },
    {
      id: 'metals.platinum',
      question: 'Is platinum available?',
      text: 'Platinum is not available today. It is on the roadmap.',
      path: '/en/direct-reserve',
    },
    {
      id: 'audit.latest',
      question: 'Which report is the latest?',
      text: 'The latest attestation report, for September 2026, is by Bell & Wright. Redemption takes two business days.',
      path: '/en/attestations',
    },
  ],
  fr: [
    {
      id: 'fees.custody',
      question: 'Combien coûte la conservation ?',
      text: 'La conservation coûte 0,25 % de la valeur par an, à partir de 10\u202f000 onces ; le rapport de septembre n’est pas un audit.',
      path: '/fr/direct-reserve',
    },
  ],
  es: [
    {
      id: 'fees.custody',
      question: '¿Cuánto cuesta la custodia?',
      text: 'La custodia cuesta el 0,25 % del valor al año, a partir de 10.000 onzas; el informe de septiembre no es una auditoría.',
      path: '/es/direct-reserve',
    },
  ],
}

const reasonOf: Record<keyof typeof inventions, string> = {
  'a number': 'number',
  'a name': 'name',
  'a web address': 'address',
  'an e-mail address': 'address',
  'a telephone number': 'address',
  'a link': 'link',
  'a fact’s id': 'unknown_fact',
  'a statement without a citation': 'no_citation',
  'a sentence after the citation': 'uncited',
  'a promise': 'claim',
  'a yes': 'yes_no',
  'another language': 'language',
  'a statement of its own': 'unsupported',
  HTML: 'markup',
  'an image': 'markup',
  'its instructions': 'instructions',
  'far too much': 'too_long',
}

let server: Awaited<ReturnType<typeof startModelServer>>

beforeEach(async () => {
  server = await startModelServer()
  vi.stubEnv('CHATBOT_MODEL_URL', server.base)
  vi.stubEnv('CHATBOT_MODEL', 'small-model')
  vi.stubEnv('CHATBOT_MODEL_KEY', key)
  vi.resetModules() // a breaker of its own for each test
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  await server.stop()
})

async function ask(changes: Partial<ModelRequest> = {}, signal = new AbortController().signal) {
  const { askModel } = await import('@/lib/chatbot/llm/ask-model')
  const language = changes.language ?? 'en'
  const request = { question: 'What is a token?', language, facts: factsIn(language), turns: [], ...changes }
  return askModel(request, signal)
}

function factsIn(language: Locale): ModelFact[] {
  return facts[language as keyof typeof facts]
}

/** What comes of an answer that a model writes. */
async function outcomeOf(written: string, changes: Partial<ModelRequest> = {}) {
  server.behave((_: Asked) => written)
  return ask(changes)
}

function sentBody(at = 0) {
  return JSON.parse(server.received[at]?.body ?? '{}')
}

describe('what a model is sent', () => {
  it('is the instructions, the facts, the last four turns and the question, and nothing else', async () => {
    const turns = Array.from({ length: 6 }, (_, at) => ({
      role: at % 2 ? ('assistant' as const) : ('user' as const),
      content: `turn ${at} ${'x'.repeat(600)}`,
    }))
    await ask({ turns })
    expect(server.received).toHaveLength(1)
    const { method, url, headers } = server.received[0] ?? {}
    expect({ method, url }).toEqual({ method: 'POST', url: '/v1/chat/completions' })
    expect(Object.keys(headers ?? {}).sort()).toEqual(
      ['accept', 'authorization', 'connection', 'content-length', 'content-type', 'host'].sort(),
    )
    expect(headers?.authorization).toBe(`Bearer ${key}`)
    const { messages, ...rest } = sentBody()
    expect(rest).toEqual({ model: 'small-model', temperature: 0, max_tokens: 400 })
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    const [system, ...said] = messages.map(({ content }: { content: string }) => content)
    expect(system).toContain('Write in English')
    for (const { id, text } of facts.en) expect(system).toContain(`[${id}] ${text}`)
    expect(said.at(-1)).toBe('What is a token?')
    expect(said[0]).toMatch(/^turn 2 x+$/)
    for (const turn of said.slice(0, -1)) expect(turn).toHaveLength(500)
  })

  it.each([
    'jane.doe@bank.example',
    '+1 (416) 555-0134',
    '01 23 45 67 89',
    'https://bank.example/me?id=7',
    'www.bank.example/me',
  ])('is not %s that a visitor wrote', async (secret) => {
    const turns = [
      { role: 'user' as const, content: `Reach me: ${secret}, please` },
      { role: 'assistant' as const, content: `Noted: ${secret}` },
    ]
    await ask({ question: `What is a token? ${secret}`, turns })
    const { body } = server.received[0] ?? {}
    expect(body).toContain('What is a token? …')
    for (const part of secret.split(/[\s(]+/)) expect(body).not.toContain(part)
  })

  it('begins with a turn of the visitor, and has no two of one side in a row', async () => {
    const turns = [
      { role: 'assistant' as const, content: 'Hello.' },
      { role: 'user' as const, content: 'Gold?' },
      { role: 'user' as const, content: 'Silver?' },
    ]
    await ask({ turns, language: 'fr', question: 'Combien ?' })
    expect(sentBody().messages.slice(1)).toEqual([{ role: 'user', content: 'Gold?\nSilver?\nCombien ?' }])
    expect(sentBody().messages[0].content).toContain('Write in French')
  })

  it('has no key where none is set, and the options of the settings', async () => {
    vi.stubEnv('CHATBOT_MODEL_KEY', '')
    vi.stubEnv('CHATBOT_MODEL_OPTIONS', '{"max_completion_tokens":900,"reasoning_effort":"low"}')
    await ask()
    expect(server.received[0]?.headers.authorization).toBeUndefined()
    const { messages: _, ...rest } = sentBody()
    expect(rest).toEqual({ model: 'small-model', max_completion_tokens: 900, reasoning_effort: 'low' })
  })

  it('is nothing without settings, facts or words to check its language by', async () => {
    expect(await ask({ facts: [] })).toMatchObject({ problem: 'rejected', reason: 'no_facts' })
    expect(await ask({ language: 'de' as Locale, facts: facts.en })).toEqual({ problem: 'off' })
    vi.stubEnv('CHATBOT_MODEL_URL', '')
    vi.stubEnv('CHATBOT_MODEL', '')
    vi.stubEnv('CHATBOT_MODEL_KEY', '')
    vi.resetModules()
    expect(await ask()).toEqual({ problem: 'off' })
    expect(server.received).toHaveLength(0)
  })
})

describe('an answer is shown', () => {
  it('without its citations, with the facts that it cites', async () => {
    expect(await ask()).toEqual({
      text: 'One token stands for one troy ounce of gold, kept in vaults in Zurich.',
      facts: ['token.unit'],
    })
  })

  it.each([
    [
      'en',
      'Custody costs 0.25 percent of the value a year [fees.custody]. A token stands for an ounce of gold [token.unit].',
    ],
    ['en', 'A token stands for one ounce of gold, and custody costs 0.25% a year. [token.unit][fees.custody]'],
    ['en', 'For details of custody, see [the price page](https://prices.halcrest.example/) [fees.custody].'],
    ['en', 'Platinum is on the roadmap, but it isn’t available today [metals.platinum].'],
    ['en', 'The latest report is by Bell & Wright, for September 2026 [audit.latest].'],
    ['en', 'Redemption takes 2 business days [audit.latest].'],
    ['en', 'Custody starts from 10000 ounces [fees.custody].'],
    ['en', 'Custody costs 0.25% a year, from 10 thousand ounces [fees.custody].'],
    ['fr', 'La conservation coûte 0,25 % par an à partir de 10 000 onces [fees.custody].'],
    ['fr', 'Le rapport de septembre n’est pas un audit [fees.custody].'],
    ['es', 'La custodia cuesta el 0,25 % al año a partir de 10 000 onzas [fees.custody].'],
    ['es', 'El informe de septiembre no es una auditoría [fees.custody].'],
  ] as const)('in %s: %s', async (language, written) => {
    const outcome = await outcomeOf(written, { language })
    expect(outcome).toHaveProperty('facts')
    expect(outcome).toHaveProperty('text', written.replace(/ ?\[[a-z.]+\](?!\()/g, ''))
  })
})

it('shows an answer with the company’s names, which a visitor may have written', async () => {
  const question = 'What is a Direct Reserve token of Halcrest?'
  const written = 'One token of Halcrest Direct Reserve stands for one troy ounce of gold [token.unit].'
  expect(await outcomeOf(written, { question })).toHaveProperty('facts', ['token.unit'])
})

describe('an answer is discarded that invents', () => {
  it.each(Object.entries(inventions))('%s', async (invented, writer) => {
    server.behave(writer)
    expect(await ask()).toEqual({ problem: 'rejected', reason: reasonOf[invented as keyof typeof inventions] })
  })

  const reasons: [reason: string, written: string, changes?: Partial<ModelRequest>][] = [
    ['no_answer', 'NONE'],
    ['empty', '  '],
    ['no_citation', 'One token stands for one troy ounce of gold.'],
    ['unknown_fact', 'One token stands for one troy ounce of gold [1].'],
    ['unknown_fact', 'One token stands for one troy ounce of gold [token.unit, fees.none].'],
    ['uncited', 'One token stands for one troy ounce of gold [token.unit]. Custody costs 0.25% a year.'],
    ['uncited', 'One token stands for gold [token.unit].\n\nCustody costs 0.25% a year.'],
    ['number', 'Custody costs 0.35% of the value a year [fees.custody].'],
    ['number', 'Custody costs 25% of the value a year [fees.custody].'],
    ['number', 'Custody costs twenty ounces of the value a year [fees.custody].'],
    ['number', 'Custody costs 0.25% of the value, from 10,000 tonnes a year [fees.custody].'],
    ['number', 'Custody costs 0.25% of the value a month [fees.custody].'],
    ['number', 'Custody costs $0.25 of the value a year [fees.custody].'],
    ['number', 'Custody costs 0.25% of the value a year, from 10 million ounces [fees.custody].'],
    [
      'number',
      'Custody costs 0.25% of the value a year [fees.custody]. One token stands for 0.25 ounces of gold [token.unit].',
    ],
    ['number', 'The latest report is for October 2026 [audit.latest].'],
    ['number', 'Redemption takes three business days [audit.latest].'],
    ['number', 'One token stands for ٣ ounces of gold [token.unit].'],
    ['number', 'Redemption takes 2**2** business days [audit.latest].'],
    ['claim', 'Custody costs at most 0.25% of the value a year [fees.custody].'],
    ['too_long', `${'One token stands for one troy ounce of gold. '.repeat(21)}[token.unit]`],
    ['too_long', `One token stands for one troy ounce of gold ${' '.repeat(3000)} [token.unit].`],
    ['name', 'One token stands for one ounce of gold, kept by Brinks in vaults in Zurich [token.unit].'],
    ['name', 'One token stands for one ounce of gold, kept in vaults in London [token.unit].'],
    ['echo', 'Brinks has gold in vaults in Zurich [token.unit].', { question: 'Does Brinks keep the gold?' }],
    ['echo', 'One token stands for gold, kept by brinks in vaults in Zurich [token.unit].', { question: 'brinks?' }],
    ['echo', 'Custody of silver costs 0.25% of the value a year [fees.custody].', { question: 'And for silver?' }],
    [
      'echo',
      'Custody of silver costs 0.25% of the value a year [fees.custody].',
      { question: 'And that?', turns: [{ role: 'user', content: 'Do you have silver?' }] },
    ],
    ['name', 'PAXG has gold in vaults in Zurich [token.unit].'],
    ['address', 'One token stands for gold, kept in vaults in Zurich: gold.example/zurich [token.unit].'],
    ['link', 'One token stands for [gold](https://prices.halcrest.example/) in Zurich [token.unit].'],
    ['link', 'One token stands for [gold](javascript:alert(1)) in Zurich [token.unit].'],
    ['claim', 'One token always stands for one troy ounce of gold [token.unit].'],
    ['claim', 'One token stands for one troy ounce of insured gold, kept in vaults [token.unit].'],
    ['yes_no', 'One token stands for gold [token.unit]. No, platinum is not available today [metals.platinum].'],
    ['yes_no', 'Of course, one token stands for one ounce of gold [token.unit].'],
    ['reversed', 'Platinum is available today [metals.platinum].'],
    ['reversed', 'One token does not stand for one troy ounce of gold [token.unit].'],
    ['unsupported', 'Withdrawals reach your desk within moments of the request [token.unit].'],
    ['markup', 'One token stands for one ounce of g\u200bold [token.unit].'],
    ['markup', '# One token stands for gold [token.unit].'],
    ['language', 'One token stands for one ounce of зoloto [token.unit].'],
    ['language', 'La conservation coûte 0,25 % de la valeur par an [fees.custody].'],
    ['number', 'La conservation coûte 0,25 % par an à partir de 10.000 onces [fees.custody].', { language: 'fr' }],
    ['number', 'Le rapport d’octobre n’est pas un audit [fees.custody].', { language: 'fr' }],
    ['reversed', 'Le rapport de septembre est un audit [fees.custody].', { language: 'fr' }],
    ['yes_no', 'Oui, la conservation coûte 0,25 % par an [fees.custody].', { language: 'fr' }],
    ['claim', 'La conservation est garantie et coûte 0,25 % par an [fees.custody].', { language: 'fr' }],
    ['number', 'La custodia cuesta el 0,25 % al mes a partir de 10.000 onzas [fees.custody].', { language: 'es' }],
    ['yes_no', 'Sí, la custodia cuesta el 0,25 % al año [fees.custody].', { language: 'es' }],
    ['reversed', 'El informe de septiembre es una auditoría [fees.custody].', { language: 'es' }],
    ['language', 'Custody costs 0.25% of the value a year [fees.custody].', { language: 'es' }],
  ]

  it.each(reasons)('%s: %s', async (reason, written, changes) => {
    expect(await outcomeOf(written, changes)).toEqual({ problem: 'rejected', reason })
  })

  it('is no failure of the server', async () => {
    for (let count = 0; count < 5; count++) await outcomeOf('NONE')
    server.behave(behaves)
    expect(await ask()).toHaveProperty('text')
  })
})

const transport: BehaviourName[] = [
  'answers 500',
  'redirects',
  'has the wrong type',
  'sends bad JSON',
  'sends the wrong shape',
  'sends too much',
  'switches protocols',
  'answers 204',
  'resets',
  'ends in the middle',
]

describe('a server', () => {
  it.each(transport)('that %s is asked once, and the next answer comes through', async (name) => {
    server.behave(name)
    expect(await ask()).toMatchObject({ problem: 'unavailable' })
    expect(server.received).toHaveLength(1)
    server.behave(behaves)
    expect(await ask()).toHaveProperty('text')
  })

  it('that sends an error as an answer is unavailable, and its words are nowhere', async () => {
    const { log } = await import('@/lib/log')
    const warn = vi.spyOn(log, 'warn')
    server.behave((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end('{"error":{"message":"songbird"}}')
    })
    expect(await ask({ question: 'nightingale' })).toEqual({ problem: 'unavailable', reason: 'unexpected answer' })
    expect(warn).toHaveBeenCalledOnce()
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/songbird|nightingale|model-key/)
  })

  it.each([
    ['cuts an answer short', { content: 'One token stands for one troy ounce [token.unit]' }, 'length'],
    [
      'calls a tool',
      { content: null, tool_calls: [{ id: '1', type: 'function', function: { name: 'x', arguments: '{}' } }] },
      'tool_calls',
    ],
    ['says nothing', { content: null }, 'stop'],
  ])('that %s has given no answer', async (_, message, finishReason) => {
    server.behave((_request, response) => send(response, message, finishReason))
    expect(await ask()).toEqual({ problem: 'rejected', reason: 'empty' })
  })

  it('that is not there is unavailable', async () => {
    await server.stop()
    expect(await ask()).toMatchObject({ problem: 'unavailable' })
    server = await startModelServer()
  })

  it.each(['hangs', 'drips', 'only informs'] as BehaviourName[])('that %s is given up after 6 s', async (name) => {
    server.behave(name)
    await import('@/lib/chatbot/llm/client')
    await ask({ facts: [] })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let outcome: unknown
    const asked = ask().then((result) => {
      outcome = result
    })
    await expect.poll(() => server.received.length).toBe(1)
    await vi.advanceTimersByTimeAsync(5900)
    expect(outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(200)
    await asked
    expect(outcome).toEqual({ problem: 'timeout' })
  })

  it('is left alone after three failures, and tried again once after a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    server.behave('answers 500')
    for (let count = 0; count < 3; count++) expect(await ask()).toMatchObject({ problem: 'unavailable' })
    expect(await ask()).toEqual({ problem: 'open' })
    expect(server.received).toHaveLength(3)
    server.behave(behaves)
    vi.setSystemTime(Date.now() + 60_001)
    expect(await ask()).toHaveProperty('text')
    expect(await ask()).toHaveProperty('text')
  })

  it('is no longer asked when the visitor leaves, which is no failure of its own', async () => {
    server.behave('hangs')
    for (let count = 0; count < 4; count++) {
      const visitor = new AbortController()
      const asked = ask({}, visitor.signal)
      await vi.waitFor(() => expect(server.received).toHaveLength(count + 1))
      visitor.abort()
      expect(await asked).toMatchObject({ problem: 'unavailable' })
      await vi.waitFor(() => expect(server.received[count]?.ended).toBe(true))
    }
    const gone = AbortSignal.abort()
    expect(await ask({}, gone)).toMatchObject({ problem: 'unavailable' })
    expect(server.received).toHaveLength(4)
    server.behave(behaves)
    expect(await ask()).toHaveProperty('text')
  })
})

it('asks no more than its budget in a day, and counts what came of it', async () => {
  vi.stubEnv('CHATBOT_MODEL_DAILY_CALLS', '2')
  const { getCountersDatabase } = await import('@/lib/database/client')
  await (await getCountersDatabase()).rateLimit.deleteMany()
  const { metrics } = await import('@/lib/metrics/metrics')
  metrics.chatModelAnswers.reset()
  expect(await ask({}, AbortSignal.abort())).toMatchObject({ problem: 'unavailable' })
  expect(await ask()).toHaveProperty('text')
  expect(await outcomeOf('NONE')).toMatchObject({ problem: 'rejected' })
  vi.resetModules() // as another process
  for (let count = 0; count < 5; count++) expect(await ask()).toEqual({ problem: 'budget' })
  expect(server.received).toHaveLength(2)
  const { values } = await metrics.chatModelAnswers.get()
  const counted = values.filter(({ value }) => value > 0)
  expect(Object.fromEntries(counted.map(({ labels, value }) => [labels.outcome, value]))).toEqual({
    answered: 1,
    rejected: 1,
    budget: 5,
    left: 1,
  })
})
