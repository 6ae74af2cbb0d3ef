import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { POST as dismiss } from '@/app/api/operator/questions/dismiss/route'
import { POST as end } from '@/app/api/operator/session/end/route'
import {
  GET as session,
  POST as signIn,
} from '@/app/api/operator/session/route'
import { ConsoleFrame } from '@/components/operator/console-page'
import { ConversationView } from '@/components/operator/leads/conversations'
import { LeadList } from '@/components/operator/leads/lead-list'
import { Questions } from '@/components/operator/questions'
import { SignIn } from '@/components/operator/sign-in'
import {
  recordUnanswered,
  saveExchange,
  saveMemory,
} from '@/lib/chatbot/conversation-store'
import { findConversation } from '@/lib/chatbot/unsent-contacts-store'
import { unsentConversations } from '@/lib/console/leads/list-query'
import { loadLeadList } from '@/lib/console/leads/load-list'
import { unansweredLists } from '@/lib/console/questions'
import { getDatabase } from '@/lib/database/client'
import { dayMs } from '@/lib/durations'
import { loadMessages } from '@/lib/i18n/messages'
import {
  consolePaths,
  isConsolePage,
  ownAddress,
  signInAddress,
} from '@/lib/operator/console-paths'
import { browserName, sessionsOf } from '@/lib/operator/session'
import { cookieOf, keys, siteRequest } from '../support/attestations'
import { storeChatLead } from '../support/chat-leads'
import { postForm } from '../support/console-form'
import { runSql } from '../support/database'
import { expectTexts } from '../support/expect-texts'
import { renderIn } from '../support/render'
import { setForTest } from '../support/settings'

type Options = {
  key?: string
  cookie?: string
  client?: string
  headers?: Record<string, string | undefined>
}

const leadsTo = ({ status, headers }: Response) =>
  status === 303 ? headers.get('location') : status

const words = { en: await loadMessages('en'), fr: await loadMessages('fr') }

it.each([
  ['rate_limited', 'operator-key'],
  ['passkey_required', 'operator-key'],
] as const)(
  'the sign-in problem %s is shown next to its field',
  (problem, field) => {
    const query = { problem, minutes: '1', to: 'https://evil.example' }
    const html = renderIn('en', words.en, createElement(SignIn, { query }))

    expect(html).toContain(
      words.en.Operator.signIn.problems[problem].split('{')[0],
    )
    expect(html.match(/<input[^>]*aria-invalid="true"/g)).toEqual([
      expect.stringContaining(`id="${field}"`),
    ])
    expect(html).not.toContain('evil')
  },
)

it('the paths of single leads, conversations and drafts belong to the console', () => {
  const known = [
    'questions/session.abc-1',
    'leads/0b9c2f',
    'reports/drafts/new',
  ]
  const paths = [...known, 'questions/..', 'leads/', 'leads/a/b']

  expect(paths.filter((path) => isConsolePage(`/operator/${path}`))).toEqual(
    known,
  )
})

/** Renders the current questions page in French. */
async function questionsPage() {
  const loaded = { lists: await unansweredLists() }
  const frame = {
    section: 'questions',
    path: consolePaths.questions,
    query: { a: 'b c' },
    operator: 'alice',
  } as const
  const children = createElement(Questions, { ...loaded, query: {} })
  return renderIn(
    'fr',
    words.fr,
    createElement(() => ConsoleFrame({ ...frame, children })),
  )
}

async function askWithoutAnswer() {
  await runSql('DELETE FROM UnansweredQuestion')
  const asked = [
    'Do you sell platinum?',
    'do you sell PLATINUM',
    'Is there a mobile app?',
  ]
  for (const question of asked) await recordUnanswered(question, 'en')
  await recordUnanswered('Avez-vous du platine ?', 'fr')
}

it('unanswered questions are listed by language and frequency', async () => {
  await askWithoutAnswer()
  const { en, fr, es } = await unansweredLists()
  const most = { count: 2, text: 'Do you sell platinum?' }
  const rest = { count: 1, text: 'Is there a mobile app?' }

  expect(en).toMatchObject({ total: 2, questions: [most, rest] })
  expect(fr.total).toBe(1)
  expect(es.total).toBe(0)
})

it('the questions page lists questions and links to its other languages', async () => {
  await askWithoutAnswer()
  const { en } = await unansweredLists()

  const page = await questionsPage()

  const links = ['', '/fr', '/es'].map(
    (prefix) => `href="${prefix}/operator/questions?a=b+c"`,
  )
  expectTexts(page, [
    ...links,
    'Do you sell platinum?',
    `value="${en.questions[0]?.id}"`,
  ])
})

it('an unanswered question is removed once, then reported as gone', async () => {
  await askWithoutAnswer()
  const { en } = await unansweredLists()
  const fields = { id: en.questions[0]?.id ?? '', language: 'fr' }

  for (const outcome of ['done=dismissed', 'problem=gone']) {
    const answer = await postForm(dismiss, 'questions/dismiss', fields, {
      key: keys.alice,
    })
    expect(leadsTo(answer)).toBe(`/fr/operator/questions?${outcome}`)
  }

  expect((await unansweredLists()).en.questions).toMatchObject([
    { count: 1, text: 'Is there a mobile app?' },
  ])
})

describe('the list of unsent conversations', () => {
  async function converse(
    message: string,
    { days = 0, hasContactDetails = true, id = randomUUID() as string } = {},
  ) {
    await saveMemory(id, {
      language: 'es',
      lastFacts: [],
      suggested: [],
      hasContactDetails,
    })
    await saveExchange(id, {
      question: message,
      answer: 'Vea [la página](/es/contact).',
    })
    const lastAt = new Date(Date.now() - days * dayMs)
    const database = await getDatabase()
    await database.chatSession.updateMany({ where: { id }, data: { lastAt } })
    return id
  }

  it('has those of the last 30 days with contact details but no lead', async () => {
    const earlier = await converse('Llámenme al +34 910 000 111', { days: 29 })
    const now = await converse('Mi correo es eva@banco.example')
    await converse('eva@banco.example', { days: 31 })
    await converse('¿Qué es el token?', { hasContactDetails: false })
    await storeChatLead({
      sessionId: await converse('ana@banco.example'),
      email: 'ana@banco.example',
    })

    const listed = (await unsentConversations()).map(
      ({ id, reach }) => `${id} ${reach}`,
    )

    expect(listed).toEqual([
      `${now} eva@banco.example`,
      `${earlier} +34 910 000 111`,
    ])
  })

  it('includes a conversation in which a phone number follows the sent card', async () => {
    const sessionId = await converse('ana@banco.example')
    await storeChatLead({ sessionId, email: 'ana@banco.example' })
    const sent = await unsentConversations()
    await setTimeout(5)
    await converse('Mejor al +34 910 000 222', { id: sessionId })

    expect(sent.some(({ id }) => id === sessionId)).toBe(false)
    expect(await unsentConversations()).toContainEqual(
      expect.objectContaining({ id: sessionId, reach: '+34 910 000 222' }),
    )
  })

  it('links to each of them in the lead list’s view', async () => {
    const id = await converse('Mi correo es eva@banco.example')
    const query = { view: 'unsent' }
    const loaded = await loadLeadList({ operator: 'alice', query })

    const html = renderIn(
      'fr',
      words.fr,
      createElement(LeadList, { loaded, query }),
    )

    expect(html).toContain('eva@banco.example')
    expect(html).toContain(words.fr.OperatorLeads.conversations.finish)
    expect(html).toContain(`href="/fr/operator/questions/${id}"`)
    expect(html).toMatch(
      /<a[^>]* aria-current="true"[^>]*>Non envoyées<span class="lead-badge">\d+</,
    )
  })

  it('no longer lists a conversation once it is done', async () => {
    const id = await converse('Mi correo es eva@banco.example')

    const answer = await finish(id)

    expect(leadsTo(answer)).toBe('/fr/operator/leads?view=unsent&done=finished')
    expect(await unsentIds()).not.toContain(id)
  })

  it('lists a conversation again if another address follows after it was done', async () => {
    const id = await converse('Mi correo es eva@banco.example')
    await finish(id)

    await converse('Mejor a ana@banco.example', { id })

    expect(await unsentIds()).toContain(id)
  })

  const finish = (conversation: string) =>
    postForm(
      dismiss,
      'questions/dismiss',
      { conversation, language: 'fr' },
      { key: keys.alice },
    )

  async function unsentIds(): Promise<string[]> {
    return (await unsentConversations()).map(({ id }) => id)
  }

  it('shows a conversation as the visitor saw it', async () => {
    const found = await findConversation(
      await converse('Mi correo es eva@banco.example'),
    )

    const html = renderIn(
      'fr',
      words.fr,
      createElement(ConversationView, { found }),
    )

    const { visitor, assistant } = words.fr.OperatorLeads.conversations
    expect(html).toMatch(
      new RegExp(
        `${visitor}.*Mi correo es eva@banco.example.*${assistant}.*Vea la página\\.`,
        's',
      ),
    )
  })

  it('opens no conversation without contact details', async () => {
    expect(
      await findConversation(
        await converse('Hola', { hasContactDetails: false }),
      ),
    ).toBeUndefined()
    expect(await findConversation(randomUUID())).toBeUndefined()
  })
})

const wrongKey = 'wrong-key-0123456789-0123456789-abcdef'
const firefox =
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const sendKey = (fields: Record<string, string>, options: Options = {}) =>
  postForm(signIn, 'session', { key: keys.alice, ...fields }, options)

async function cookieFor(key: string, userAgent = firefox): Promise<string> {
  return cookieOf(
    await sendKey({ key }, { headers: { 'User-Agent': userAgent } }),
  )
}

async function operatorOf(cookie: string): Promise<string | null> {
  return (
    await (
      await session(siteRequest('GET', '/api/operator/session', { cookie }))
    ).json()
  ).operator
}

describe('the sign-in form', () => {
  it('redirects to the requested page in its language', async () => {
    const wanted = '/fr/operator/leads?q=a&state=new'
    const response = await sendKey({
      key: ` ${keys.alice}\n`,
      language: 'fr',
      to: wanted,
    })

    expect(leadsTo(response)).toEqual(wanted)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await operatorOf(cookieOf(response))).toBe('alice')
  })

  it('does not redirect outside the console', async () => {
    const elsewhere = [
      ...[
        'https://evil.example/operator',
        '/\\evil.example/operator',
        '/\t/evil.example/operator',
      ],
      ...[
        '/operator/../attestations',
        '/operator//evil.example',
        '/operator/x',
        '/operator@evil.example',
      ],
    ]

    expect(elsewhere.map(ownAddress)).toEqual(Array(7).fill(undefined))
    expect(
      leadsTo(await sendKey({ language: 'es', to: 'javascript:alert(1)' })),
    ).toBe('/es/operator')
  })

  it('returns with the problem and asks to wait after five wrong keys', async () => {
    const wanted = '/operator/leads?q=a'
    const sendWrong = () =>
      sendKey({ key: wrongKey, to: wanted }, { client: '2001:db8::7' })
    for (let each = 0; each < 5; each++) {
      const response = await sendWrong()
      expect(leadsTo(response)).toBe(
        signInAddress('en', wanted, { problem: 'unauthorized' }),
      )
      expect(response.headers.get('set-cookie')).toBeNull()
    }

    expect(leadsTo(await sendWrong())).toBe(
      signInAddress('en', wanted, { problem: 'rate_limited', minutes: '15' }),
    )
  })

  it('explains that there are no operators', async () => {
    setForTest({ OPERATOR_KEYS: '' })

    const response = await sendKey({})

    expect(leadsTo(response)).toBe('/operator?problem=not_configured')
  })
})

describe('operator sessions', () => {
  const endForm = (
    fields: Record<string, string>,
    cookie: string,
    headers = {},
  ) => postForm(end, 'session/end', fields, { cookie, headers })

  /** Returns the id of the session that a cookie belongs to. */
  async function idOf(operator: string, cookie: string) {
    const all = await sessionsOf(operator, new Headers({ cookie }))
    return all.find(({ current }) => current)?.id ?? ''
  }

  it('are listed by browser', async () => {
    const bob = [await cookieFor(keys.bob), await cookieFor(keys.bob, 'curl/8')]

    const [, cookie = ''] = bob
    const listed = await sessionsOf('bob', new Headers({ cookie }))

    expect(
      listed.map(({ browser, current }) => `${browser} ${current}`).sort(),
    ).toEqual(['Firefox 145, Linux false', 'null true'])
  })

  it('cannot be ended by another operator', async () => {
    const stranger = await cookieFor(keys.alice)
    const own = await cookieFor(keys.bob)

    await endForm({ session: await idOf('alice', stranger) }, own)

    expect(await operatorOf(stranger)).toBe('alice')
  })

  it('can be ended one by one', async () => {
    const own = await cookieFor(keys.bob)
    const other = await cookieFor(keys.bob)
    const third = await cookieFor(keys.bob)

    const response = await endForm(
      { session: await idOf('bob', other), language: 'fr' },
      own,
    )

    expect(leadsTo(response)).toBe('/fr/operator?done=sessions_ended')
    expect(await Promise.all([own, other, third].map(operatorOf))).toEqual([
      'bob',
      null,
      'bob',
    ])
  })

  it('can all be ended except the browser’s own', async () => {
    const own = await cookieFor(keys.bob)
    const others = [await cookieFor(keys.bob), await cookieFor(keys.bob)]

    await endForm({ session: 'others' }, own)

    expect(await Promise.all([own, ...others].map(operatorOf))).toEqual([
      'bob',
      null,
      null,
    ])
  })

  it('end when the operator signs out', async () => {
    const own = await cookieFor(keys.bob)

    const out = await endForm({ session: 'this' }, own)

    expect(leadsTo(out)).toBe('/operator?done=signed_out')
    expect(out.headers.get('set-cookie')).toMatch(/^operator=; .*Max-Age=0/)
    expect(await operatorOf(own)).toBeNull()
  })

  it('redirect a browser to sign in once they have ended', async () => {
    const headers = {
      Accept: 'text/html,*/*',
      Referer: 'http://localhost:3000/es/operator/leads?q=a',
    }
    expect(leadsTo(await endForm({}, 'operator=x', headers))).toBe(
      '/es/operator?to=%2Fes%2Foperator%2Fleads%3Fq%3Da',
    )

    const elsewhere = { ...headers, Referer: 'https://evil.example/contact' }
    expect(leadsTo(await endForm({}, 'operator=x', elsewhere))).toBe(
      '/operator',
    )
  })

  it('return 401 to a script once they have ended', async () => {
    expect(leadsTo(await endForm({}, 'operator=x'))).toBe(401)
  })

  it('are named after their browser', () => {
    const edge =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0'
    const names = [edge, firefox, '<script>Firefox/1', null].map(browserName)

    expect(names).toEqual([
      'Edge 146, Windows',
      'Firefox 145, Linux',
      'Firefox 1',
      null,
    ])
  })
})
