import { generateKeyPairSync, verify } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hourMs } from '@/lib/durations'
import { forgetAccessToken } from '@/lib/leads/delivery/oauth'
import { explainFailure } from '@/lib/outbox/failure'
import { deliveriesOf, runSql } from '../support/database'
import { deliverDue } from '../support/deliver-due'
import { startReceivers, storeLead } from '../support/delivery'
import { makeScratchFolder } from '../support/scratch'
import { setForTest } from '../support/settings'
import { startMailSink } from '../support/sinks'
import { startUpstream } from '../support/upstream'

const mailbox = 'site@halcrest.example'
const acceptedTokens = new Set<string>()
/**
 * How the mail server refuses a token: Google sends a challenge first,
 * Microsoft refuses at once.
 */
let refusal: 'challenge' | 'at once' = 'challenge'
const logIns: { user?: string; token?: string }[] = []
const mailServer = await startMailSink(0, {
  authOptional: false,
  disabledCommands: ['STARTTLS'],
  authMethods: ['XOAUTH2'],
  allowInsecureAuth: true,
  onAuth({ username: user, accessToken: token = '' }, _session, done) {
    logIns.push({ user, token })
    if (acceptedTokens.has(token)) return done(null, { user })
    if (refusal === 'challenge') return done(null, {})
    done(Object.assign(new Error('5.7.3 refused'), { responseCode: 535 }))
  },
})
const tokenServer = await startUpstream()
const client = {
  SMTP_OAUTH_URL: `${tokenServer.base}/tenant/oauth2/v2.0/token`,
  SMTP_OAUTH_CLIENT_ID: 'application-1',
  SMTP_OAUTH_CLIENT_SECRET: 'secret~1',
}
await startReceivers(mailServer, {
  LEADS_WEBHOOK_URL: '',
  LEADS_DIGEST: 'false',
  SMTP_URL: `smtp://${mailbox}@127.0.0.1:${mailServer.port}`,
  ...client,
})

let tokens = 0

/** Makes the token server issue a new token for each request. */
function issueTokens(expires_in = 3600, isAccepted = true) {
  tokenServer.behave((_, response) => {
    const access_token = `token-${++tokens}`
    if (isAccepted) acceptedTokens.add(access_token)
    response.end(JSON.stringify({ access_token, expires_in }))
  })
}

beforeEach(() => {
  forgetAccessToken()
  acceptedTokens.clear()
  refusal = 'challenge'
  tokens = 0
  logIns.length = 0
  tokenServer.received.length = 0
  issueTokens()
})
afterAll(() => tokenServer.stop())

const later = () => new Date(Date.now() + hourMs)

async function deliverLead() {
  const { id } = await storeLead()
  await deliverDue()
  return deliveryOf(id)
}

async function deliveryOf(id: string) {
  const { dueAt, deliveredAt, lastError } = (await deliveriesOf(id)).mail ?? {}
  return {
    id,
    isDelivered: Boolean(deliveredAt),
    isWaiting: Boolean(dueAt),
    lastError,
    kind: lastError && explainFailure(lastError).kind,
  }
}

const lastRequest = () => {
  const { url, body } = tokenServer.received.at(-1) ?? { body: '' }
  return { url, form: Object.fromEntries(new URLSearchParams(body)) }
}

describe('mail with OAuth', () => {
  it('logs in to Microsoft 365 as the application, for the mailbox', async () => {
    const { isDelivered } = await deliverLead()

    expect(isDelivered).toBe(true)
    expect(lastRequest()).toEqual({
      url: '/tenant/oauth2/v2.0/token',
      form: {
        grant_type: 'client_credentials',
        scope: 'https://outlook.office365.com/.default',
        client_id: 'application-1',
        client_secret: 'secret~1',
      },
    })
    expect(logIns).toEqual([{ user: mailbox, token: 'token-1' }])
  })

  it('logs in to Google with a refresh token', async () => {
    setForTest({ SMTP_OAUTH_REFRESH_TOKEN: '1//refresh' })

    const { isDelivered } = await deliverLead()

    expect(isDelivered).toBe(true)
    expect(lastRequest().form).toEqual({
      grant_type: 'refresh_token',
      refresh_token: '1//refresh',
      client_id: 'application-1',
      client_secret: 'secret~1',
    })
  })

  /** Sets the key file of a Google service account instead of a client. */
  async function setServiceAccount() {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
    })
    const file = join(makeScratchFolder('service-account-'), 'key.json')
    const account = {
      client_email: 'site@project.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${tokenServer.base}/token`,
    }
    writeFileSync(file, JSON.stringify(account))
    const unset = Object.keys(client).map((name) => [name, undefined])
    setForTest({
      ...Object.fromEntries(unset),
      SMTP_OAUTH_KEY_FILE: file,
    })
    return { account, publicKey }
  }

  it('logs in to Google as a service account that acts for the mailbox', async () => {
    const { account } = await setServiceAccount()

    const { isDelivered } = await deliverLead()

    expect(isDelivered).toBe(true)
    const { assertion = '', grant_type } = lastRequest().form
    expect(grant_type).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const [, claims = ''] = assertion.split('.')
    const { iat, exp, ...named } = JSON.parse(
      Buffer.from(claims, 'base64url').toString(),
    )
    expect(named).toEqual({
      iss: account.client_email,
      sub: mailbox,
      scope: 'https://mail.google.com/',
      aud: account.token_uri,
    })
    expect(exp - iat).toBe(3600)
  })

  it('signs its request to Google with the service account’s key', async () => {
    const { publicKey } = await setServiceAccount()

    await deliverLead()

    const { assertion = '' } = lastRequest().form
    const [header, claims, signature = ''] = assertion.split('.')
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    )
    expect(isSigned).toBe(true)
  })

  it('uses a token for all mails until it expires', async () => {
    // Tokens are renewed a minute early.
    issueTokens(61)
    for (let count = 0; count < 5; count++) await storeLead()

    await deliverDue()
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await deliverLead()

    expect(mailServer.mails).toHaveLength(6)
    expect(new Set(logIns.map(({ token }) => token))).toEqual(
      new Set(['token-1', 'token-2']),
    )
  })

  it('asks for a new token if the mail server refuses an old one', async () => {
    await deliverLead()
    acceptedTokens.clear()

    const { isDelivered } = await deliverLead()

    expect(isDelivered).toBe(true)
    expect(logIns.map(({ token }) => token)).toEqual([
      'token-1',
      'token-1',
      'token-2',
    ])
  })

  it('replaces, for the next attempt, a token refused without a challenge', async () => {
    refusal = 'at once'
    await deliverLead()
    acceptedTokens.clear()

    const { id, ...first } = await deliverLead()
    await deliverDue(later())

    expect(first).toMatchObject({
      isWaiting: true,
      lastError: 'SMTP 535 5.7.3 AUTH XOAUTH2',
      kind: 'mailbox',
    })
    expect(await deliveryOf(id)).toMatchObject({ isDelivered: true })
  })

  it('keeps a lead waiting if the mail server refuses every token', async () => {
    issueTokens(3600, false)

    expect(await deliverLead()).toMatchObject({
      isWaiting: true,
      lastError: expect.stringMatching(/^SMTP 535.* AUTH XOAUTH2$/),
      kind: 'mailbox',
    })
    expect(logIns.map(({ token }) => token)).toEqual(['token-1', 'token-2'])
  })
})

describe('a token server', () => {
  it.each([
    {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description: 'secret~1 has expired',
      },
      lastError: 'OAUTH 400 invalid_grant',
      kind: 'token',
    },
    {
      status: 401,
      body: { error: 'invalid_client', error_codes: [7000222] },
      lastError: 'OAUTH 401 invalid_client AADSTS7000222',
      kind: 'token',
    },
    {
      status: 400,
      body: { error: 'secret~1', error_codes: ['secret~1'] },
      lastError: 'OAUTH 400',
      kind: 'token',
    },
    {
      status: 200,
      body: { token_type: 'Bearer' },
      lastError: 'OAUTH 200',
      kind: 'token',
    },
    { status: 302, body: {}, lastError: 'OAUTH 302', kind: 'token' },
    { status: 429, body: {}, lastError: 'OAUTH 429', kind: 'later' },
    { status: 503, body: {}, lastError: 'OAUTH 503', kind: 'later' },
  ])(
    'is asked again later, with its reason shown, if it returns $status $body',
    async ({ status, body, lastError, kind }) => {
      tokenServer.behave((_, response) =>
        response.writeHead(status).end(JSON.stringify(body)),
      )

      expect(await deliverLead()).toMatchObject({
        isWaiting: true,
        lastError,
        kind,
      })
      expect(logIns).toEqual([])
    },
  )

  it('is asked again after its Retry-After', async () => {
    tokenServer.behave((_, response) =>
      response.writeHead(429, { 'Retry-After': '1800' }).end(),
    )

    const { id } = await deliverLead()

    const [dueAt] = Object.values(await deliveriesOf(id)).map(
      (each) => each.dueAt,
    )
    expect(Date.parse(String(dueAt)) - Date.now()).toBeGreaterThan(1_790_000)
  })

  it('times out after 10 s without an answer', async () => {
    tokenServer.behave('hangs')
    const { id } = await storeLead()
    await runSql("DELETE FROM Delivery WHERE channel <> 'mail'")
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

    const delivery = deliverDue()
    await expect.poll(() => tokenServer.received.length).toBe(1)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await delivery

    expect(await deliveryOf(id)).toMatchObject({
      isWaiting: true,
      lastError: 'OAUTH TimeoutError',
      kind: 'timeout',
    })
  })
})
