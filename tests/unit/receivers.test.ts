import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hourMs } from '@/lib/durations'
import { routing } from '@/lib/i18n/routing'
import { retryLeads } from '@/lib/leads/delivery/requeue-store'
import { sendTestEvent } from '@/lib/leads/delivery/test-message'
import { historyOf } from '@/lib/leads/history-store'
import { log } from '@/lib/log'
import { errorCode, explainFailure } from '@/lib/outbox/failure'
import failures from '@/lib/outbox/failures.json'
import { catalog } from '../support/catalog'
import { deliveriesOf, runSql } from '../support/database'
import { deliverDue } from '../support/deliver-due'
import { startReceivers, storeLead } from '../support/delivery'
import { startReceiver } from '../support/receiver'
import { setForTest } from '../support/settings'
import { startScriptedMailServer } from '../support/smtp-script'
import { startUpstream } from '../support/upstream'

const mailServer = await startScriptedMailServer()
const receiver = await startUpstream()
const slack = await startReceiver()
await startReceivers(mailServer, {
  SMTP_URL: `smtp://site:only-for-tests@127.0.0.1:${mailServer.port}`,
  LEADS_TO: 'sales@halcrest.example, desk@halcrest.example',
  LEADS_DIGEST: 'false',
  LEADS_WEBHOOK_URL: `${receiver.base}/hook/only-for-tests-secret`,
  LEADS_SLACK_URL: `http://127.0.0.1:${slack.port}/`,
})

const errorKindOf = (code: unknown) => explainFailure(String(code)).kind

beforeEach(() => {
  receiver.behave((_, response) => response.writeHead(200).end())
  slack.reset()
})
afterAll(() => Promise.all([receiver.stop(), slack.close()]))

/** Delivers a lead by one channel and returns the stored delivery. */
async function deliverBy(channel: 'mail' | 'webhook' | 'slack') {
  const { id } = await storeLead()
  await runSql(`DELETE FROM Delivery WHERE channel <> '${channel}'`)
  await deliverDue()
  return { id, ...(await deliveriesOf(id))[channel] }
}

const waiting = {
  dueAt: expect.any(String),
  abandonedAt: null,
  deliveredAt: null,
}
const givenUp = {
  dueAt: null,
  abandonedAt: expect.any(String),
  deliveredAt: null,
}
const delivered = {
  dueAt: null,
  abandonedAt: null,
  deliveredAt: expect.any(String),
}

describe('a webhook', () => {
  const statuses = Array.from({ length: 300 }, (_, index) => 300 + index)
  // Excludes 407, because Node's fetch does not return that status.
  const answerable = statuses.filter((status) => status !== 407)

  it('is retried after every status except 410 and 413', async () => {
    const final: number[] = []
    for (const status of answerable) {
      receiver.behave((_, response) => response.writeHead(status).end())
      const code = await sendTestEvent().then(String, errorCode)
      expect(code).toBe(`HTTP ${status}`)
      if (explainFailure(code).outcome === 'final') final.push(status)
    }

    expect(final).toEqual([410, 413])
  })

  it.each([
    ['https://new.example/v2?token=secret', 'https://new.example/v2'],
    ['/other', `${receiver.base}/other`],
    [
      'https://www.new.example/hook/only-for-tests-secret/',
      'https://www.new.example/…/',
    ],
    ['visitor:words', undefined],
    ['http://', undefined],
  ])(
    'keeps a lead waiting if it redirects to %s, and shows the address to configure',
    async (location, address) => {
      const failed = vi.spyOn(log, 'error')
      receiver.behave((_, response) =>
        response.writeHead(302, { Location: location }).end(),
      )
      const requests = receiver.received.length
      const { lastError, ...delivery } = await deliverBy('webhook')

      expect(delivery).toMatchObject(waiting)
      expect(lastError).toBe(['HTTP 302', address].filter(Boolean).join(' '))
      expect(errorKindOf(lastError)).toBe('redirect')
      expect(failed.mock.calls[0]?.[0]).toMatchObject({ error: 'HTTP 302' })
      expect(receiver.received).toHaveLength(requests + 1)
    },
  )

  it.each([302, 401, 403, 404])(
    'gets a lead again after returning %i during its own deployment',
    async (status) => {
      receiver.behave((_, response) => response.writeHead(status).end())
      const { id } = await deliverBy('webhook')

      receiver.behave('good')
      await deliverDue(new Date(Date.now() + 60_000))

      expect((await deliveriesOf(id)).webhook).toMatchObject(delivered)
    },
  )

  it('that is a Google script gets a lead once, although it redirects', async () => {
    const location = 'https://script.googleusercontent.com/macros/echo?lib=x'
    receiver.behave((_, response) =>
      response.writeHead(302, { Location: location }).end(),
    )

    const { lastError, ...delivery } = await deliverBy('webhook')

    expect(delivery).toMatchObject(givenUp)
    expect(errorKindOf(lastError)).toBe('redirect')
  })

  it('that is gone gets a lead only once', async () => {
    receiver.behave((_, response) => response.writeHead(410).end())

    const { lastError, ...delivery } = await deliverBy('webhook')

    expect(lastError).toBe('HTTP 410')
    expect(delivery).toMatchObject(givenUp)
    expect(await deliverDue(new Date(Date.now() + hourMs))).toBe(0)
  })

  it('receives an abandoned lead after an operator retries it', async () => {
    receiver.behave((_, response) => response.writeHead(410).end())
    const { id } = await deliverBy('webhook')
    receiver.behave('good')

    const retried = await retryLeads([id], 'alice')
    await deliverDue()

    expect(retried).toEqual([id])
    expect((await deliveriesOf(id)).webhook).toMatchObject({
      ...delivered,
      lastError: null,
    })
  })

  it.each([
    [200, delivered, null],
    [403, waiting, 'HTTP 403'],
  ])(
    'is judged by its status %s, even if the body never ends',
    async (status, state, lastError) => {
      receiver.behave((_, response) => {
        const fill = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        }
        response.on('drain', fill).writeHead(status)
        fill()
      })

      expect(await deliverBy('webhook')).toMatchObject({ ...state, lastError })
      await expect.poll(() => receiver.received.at(-1)?.ended).toBe(true)
    },
  )

  it('has a distinct error for a wrong protocol or an unusable port', async () => {
    const codes: string[] = []
    const addresses = [
      `http://127.0.0.1:${mailServer.port}`,
      receiver.base.replace('http', 'https'),
      'http://127.0.0.1:1',
    ]
    for (const address of addresses) {
      setForTest({ LEADS_WEBHOOK_URL: address })
      codes.push(await sendTestEvent().then(String, errorCode))
    }

    expect(codes).toEqual([
      'HTTPParserError',
      expect.stringContaining('ERR_SSL'),
      'TypeError',
    ])
    expect(codes.map(errorKindOf)).toEqual(['protocol', 'tls', 'unusable'])
  })
})

describe('a team chat', () => {
  it('leaves a delivery unconfirmed with the status 202', async () => {
    slack.answer = { status: 202 }

    const { id, ...delivery } = await deliverBy('slack')

    expect(delivery).toMatchObject({
      ...delivered,
      lastError: 'HTTP 202 UNCONFIRMED',
    })
    expect(errorKindOf('HTTP 202 UNCONFIRMED')).toBe('unconfirmed')
    expect(await historyOf(id)).toMatchObject([
      { kind: 'uncertain', channel: 'slack', detail: 'HTTP 202 UNCONFIRMED' },
    ])
  })

  it('has a reason left out of the record if it is undocumented', async () => {
    slack.answer = { status: 400, body: 'buy_gold' }
    expect(await deliverBy('slack')).toMatchObject({
      ...waiting,
      lastError: 'HTTP 400',
    })
  })
})

describe('a mail server', () => {
  it.each([
    {
      command: 'CONN',
      reply: '421 busy',
      lastError: 'SMTP 421 CONN',
      kind: 'later',
      state: waiting,
    },
    {
      command: 'CONN',
      reply: '554 5.7.1 you are on a list',
      lastError: 'SMTP 554 5.7.1 CONN',
      kind: 'relay',
      state: waiting,
    },
    {
      command: 'CONN',
      reply: '* OK IMAP4rev1',
      lastError: 'EPROTOCOL',
      kind: 'protocol',
      state: waiting,
    },
    {
      command: 'AUTH',
      reply: '454 4.7.0 later',
      lastError: 'SMTP 454 AUTH PLAIN',
      kind: 'later',
      state: waiting,
    },
    {
      command: 'AUTH',
      reply: '535 5.7.8 wrong',
      lastError: 'SMTP 535 5.7.8 AUTH PLAIN',
      kind: 'password',
      state: waiting,
    },
    {
      command: 'AUTH',
      reply: '534 5.7.9 too weak',
      lastError: 'SMTP 534 5.7.9 AUTH PLAIN',
      kind: 'password',
      state: waiting,
    },
    {
      command: 'AUTH',
      reply:
        '535 5.7.3 Authentication unsuccessful [DB8P191CA0014.EURP191.PROD.OUTLOOK.COM]',
      lastError: 'SMTP 535 5.7.3 AUTH PLAIN outlook',
      kind: 'providerPassword',
      state: waiting,
    },
    {
      command: 'AUTH',
      reply:
        '535 5.7.8 https://support.google.com/mail/?p=BadCredentials x1-20020a05 - gsmtp',
      lastError: 'SMTP 535 5.7.8 AUTH PLAIN google',
      kind: 'providerPassword',
      state: waiting,
    },
    {
      command: 'AUTH',
      reply:
        '550 5.7.30 Basic authentication is not supported for Client Submission.',
      lastError: 'SMTP 550 5.7.30 AUTH PLAIN',
      kind: 'providerPassword',
      state: waiting,
    },
    {
      command: 'MAIL',
      reply: '530 5.7.0 log in',
      lastError: 'SMTP 530 5.7.0 MAIL FROM',
      kind: 'password',
      state: waiting,
    },
    {
      command: 'MAIL',
      reply: '550 5.1.8 unknown sender',
      lastError: 'SMTP 550 5.1.8 MAIL FROM',
      kind: 'sender',
      state: waiting,
    },
    {
      command: 'MAIL',
      reply: '552 5.3.4 too big',
      lastError: 'SMTP 552 5.3.4 MAIL FROM',
      kind: 'tooLarge',
      state: givenUp,
    },
    {
      command: 'RCPT',
      reply: '450 4.7.1 greylisted',
      lastError: 'SMTP 450 RCPT TO',
      kind: 'later',
      state: waiting,
    },
    {
      command: 'RCPT',
      reply: '550 5.1.1 unknown',
      lastError: 'SMTP 550 5.1.1 RCPT TO',
      kind: 'recipient',
      state: givenUp,
    },
    {
      command: 'RCPT',
      reply: '550 no such user',
      lastError: 'SMTP 550 RCPT TO',
      kind: 'recipient',
      state: givenUp,
    },
    {
      command: 'RCPT',
      reply: '551-5.1.6 moved\r\n551 5.1.6 elsewhere',
      lastError: 'SMTP 551 5.1.6 RCPT TO',
      kind: 'recipient',
      state: givenUp,
    },
    {
      command: 'RCPT',
      reply: '550 5.2.2 full',
      lastError: 'SMTP 550 5.2.2 RCPT TO',
      kind: 'full',
      state: waiting,
    },
    {
      command: 'RCPT',
      reply: '554 5.7.1 Access denied',
      lastError: 'SMTP 554 5.7.1 RCPT TO',
      kind: 'relay',
      state: waiting,
    },
    {
      command: 'RCPT',
      reply: '550 relay not permitted',
      lastError: 'SMTP 550 RCPT TO relay',
      kind: 'relay',
      state: waiting,
    },
    {
      command: 'DATA',
      reply: '451 4.3.0 later',
      lastError: 'SMTP 451 DATA',
      kind: 'later',
      state: waiting,
    },
    {
      command: '.',
      reply: '452 4.3.1 no space',
      lastError: 'SMTP 452 DATA',
      kind: 'later',
      state: waiting,
    },
    {
      command: '.',
      reply: '503 5.5.1 sequence',
      lastError: 'SMTP 503 5.5.1 DATA',
      kind: 'later',
      state: waiting,
    },
    {
      command: '.',
      reply: '552 5.2.3 too long',
      lastError: 'SMTP 552 5.2.3 DATA',
      kind: 'tooLarge',
      state: givenUp,
    },
    {
      command: '.',
      reply: '554 5.6.0 spam',
      lastError: 'SMTP 554 5.6.0 DATA',
      kind: 'message',
      state: givenUp,
    },
  ])(
    'that answers $command with $reply is recorded as $lastError',
    async ({ command, reply, lastError, kind, state }) => {
      mailServer.reply = (line) =>
        line.startsWith(command) ? reply : undefined
      expect(await deliverBy('mail')).toMatchObject({ ...state, lastError })
      expect(errorKindOf(lastError)).toBe(kind)
    },
  )

  it('that accepts one of two recipients gets a mail only once', async () => {
    mailServer.reply = (line) =>
      line.includes('desk@') ? '550 5.1.1 unknown' : undefined
    const delivery = await deliverBy('mail')

    expect(delivery).toMatchObject({
      ...delivered,
      lastError: 'SMTP 550 5.1.1 RCPT TO PARTLY',
    })
    expect(errorKindOf(delivery.lastError)).toBe('partly')
    expect(await deliverDue(new Date(Date.now() + hourMs))).toBe(0)
  })

  it('has a refusal logged as an error if a setting can correct it', async () => {
    const failed = vi.spyOn(log, 'error')
    mailServer.reply = (line) =>
      line.startsWith('AUTH') ? '535 5.7.8 wrong' : undefined
    const { id } = await deliverBy('mail')
    const details = expect.objectContaining({
      id,
      error: 'SMTP 535 5.7.8 AUTH PLAIN',
      dueAt: expect.any(Date),
    })

    expect(failed).toHaveBeenCalledWith(
      details,
      expect.stringContaining('correct the settings'),
    )
  })

  it.each([
    ['smtp', 'GREETING_TIMEOUT', 'greeting'],
    ['smtps', 'CONNECT_TIMEOUT', 'noConnection'],
  ])(
    'times out after 10 s of silence over %s',
    async (protocol, code, kind) => {
      let connections = 0
      mailServer.reply = (command) => {
        // The random bytes of a TLS greeting may contain line breaks and look
        // like further commands.
        if (command === 'CONN') connections++
        return ''
      }
      setForTest({
        SMTP_URL: `${protocol}://127.0.0.1:${mailServer.port}`,
      })
      const { id } = await storeLead()
      await runSql("DELETE FROM Delivery WHERE channel <> 'mail'")
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const delivery = deliverDue()
      await expect.poll(() => connections).toBe(1)

      await vi.advanceTimersByTimeAsync(10_000)
      vi.useRealTimers()
      await delivery

      expect((await deliveriesOf(id)).mail).toMatchObject({
        ...waiting,
        lastError: code,
      })
      expect(errorKindOf(code)).toBe(kind)
    },
  )
})

describe('the log of a delivery', () => {
  // Every field contains this text, and every receiver echoes it.
  const typed = 'marker_of_this_visitor'
  const fields = {
    name: typed,
    company: typed,
    email: `${typed}@bank.example`,
    message: `${typed}\n    at ${typed}`,
  }

  /**
   * Sends a lead with these fields, and returns the log and the recorded codes.
   */
  async function deliverTyped() {
    const lines = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(log, level),
    )
    const { id } = await storeLead(fields)
    await deliverDue()
    const stored = Object.values(await deliveriesOf(id)).map(
      ({ lastError }) => lastError,
    )
    return {
      logged: JSON.stringify(lines.map(({ mock }) => mock.calls)),
      stored,
    }
  }

  it.each([200, 302, 400, 503])(
    'contains nothing that receivers echo with status %s',
    async (status) => {
      const headers = {
        Location: `/${typed}`,
        'Retry-After': typed,
        'Is-Processed': typed,
      }
      slack.answer = { status, headers, body: typed }
      receiver.behave((request, response) => {
        response
          .writeHead(status, typed, headers)
          .end(receiver.received.at(-1)?.body)
        request.resume()
      })
      mailServer.reply = (command, data) =>
        command === '.' ? `554 5.6.0 ${data.split('\n').join(' ')}` : undefined
      const { logged, stored } = await deliverTyped()

      expect(stored).toHaveLength(3)
      expect(logged).toContain('SMTP 554 5.6.0 DATA')
      expect(logged).not.toContain(typed)
    },
  )

  it.each(['CONN', 'AUTH', 'MAIL', 'RCPT', 'DATA'])(
    'contains nothing that a mail server says to %s',
    async (to) => {
      mailServer.reply = (command) =>
        command.startsWith(to) ? `550 5.1.1 ${typed}` : undefined

      const { logged, stored } = await deliverTyped()

      expect(logged).toContain('SMTP 550')
      expect(logged + stored).not.toContain(typed)
    },
  )
})

it.each([
  [
    Object.assign(new Error('secret'), {
      code: 'ESOCKET',
      originalCode: 'ECONNREFUSED',
    }),
    'ECONNREFUSED',
    'port',
  ],
  [
    Object.assign(new Error('secret'), {
      code: 'ETIMEDOUT',
      timeoutType: 'SOCKET_TIMEOUT',
    }),
    'SOCKET_TIMEOUT',
    'timeout',
  ],
  [
    Object.assign(new Error('secret'), {
      code: 'EDNS',
      originalCode: 'ENOTFOUND',
    }),
    'ENOTFOUND',
    'unknownHost',
  ],
  [
    new TypeError('fetch failed', { cause: { code: 'CERT_HAS_EXPIRED' } }),
    'CERT_HAS_EXPIRED',
    'expired',
  ],
  [
    new TypeError('fetch failed', {
      cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    }),
    expect.any(String),
    'otherName',
  ],
  [
    new TypeError('fetch failed', {
      cause: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    }),
    expect.any(String),
    'noConnection',
  ],
  [
    new TypeError('fetch failed', { cause: new Error('secret') }),
    'TypeError',
    'unusable',
  ],
  [new DOMException('secret', 'TimeoutError'), 'TimeoutError', 'timeout'],
  [{}, 'unknown', 'other'],
])(
  'the error %s is recorded as a code that the console explains',
  (error, code, kind) => {
    expect(errorCode(error)).toEqual(code)
    expect(errorKindOf(errorCode(error))).toBe(kind)
  },
)

it.each(routing.locales)(
  'every kind of failure has a distinct sentence in %s',
  (locale) => {
    const { errors } = catalog(locale).OperatorLeads
    const named = new Set(failures.map(({ kind }) => kind))

    expect(Object.keys(errors).toSorted()).toEqual([...named].toSorted())
    expect(new Set(Object.values(errors)).size).toBe(named.size)
  },
)
