// Gets the access tokens that replace the mail server's password (OAuth 2.0).
import { sign } from 'node:crypto'
import { cacheResult } from '@/lib/cache-result'
import { env } from '@/lib/env'
import { fetchText } from '@/lib/fetch-text'
import { retryAfterOf } from '@/lib/http/retry-after'
import { createFailure, errorCode } from '@/lib/outbox/failure'
import { isRecord, parseJson } from '@/lib/text'
import { readServiceAccount } from './service-account'

type Token = { value: string; expiresAt: number }

let cached: Token | undefined
const shareToken = cacheResult(0, requestToken)

export function usesOauth(): boolean {
  return Boolean(env.SMTP_OAUTH_URL || env.SMTP_OAUTH_KEY_FILE)
}

/**
 * Returns an access token for the mailbox of SMTP_URL. Rejects with a code that
 * begins with OAUTH.
 */
export async function accessToken(): Promise<Token> {
  if (cached && cached.expiresAt > Date.now()) return cached
  cached = await shareToken()
  return cached
}

/** Makes the next mail use a new token, because the server refused this one. */
export function forgetAccessToken() {
  cached = undefined
}

const maxMs = 10_000
const maxResponseBytes = 64 * 1024
// How long before its expiry a token is renewed, so that it outlasts a log-in.
const reserveMs = 60_000

async function requestToken(): Promise<Token> {
  const { url, form } = env.SMTP_OAUTH_KEY_FILE
    ? assertServiceAccount(env.SMTP_OAUTH_KEY_FILE)
    : clientRequest()
  const { status, ok, headers, text } = await fetchText(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    maxMs,
    maxBytes: maxResponseBytes,
  }).catch((error) =>
    Promise.reject(createFailure(`OAUTH ${errorCode(error)}`)),
  )
  const json = parseJson(text)
  const fields = isRecord(json) ? json : {}
  const { access_token: value, expires_in: seconds } = fields
  if (!ok || typeof value !== 'string') {
    const code = ['OAUTH', status, ...reasonsOf(fields)].join(' ')
    throw createFailure(code, retryAfterOf(headers))
  }
  const lifetimeMs = (Number(seconds) || 0) * 1000 - reserveMs
  return { value, expiresAt: Date.now() + lifetimeMs }
}

// Exchange Online's permission for applications:
// https://learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth
const microsoftScope = 'https://outlook.office365.com/.default'

/**
 * Requests a token for the application itself (RFC 6749 section 4.4), or for
 * the account that granted a refresh token (section 6).
 */
function clientRequest() {
  const { SMTP_OAUTH_URL = '', SMTP_OAUTH_REFRESH_TOKEN } = env
  const grant: Record<string, string> = SMTP_OAUTH_REFRESH_TOKEN
    ? { grant_type: 'refresh_token', refresh_token: SMTP_OAUTH_REFRESH_TOKEN }
    : { grant_type: 'client_credentials', scope: microsoftScope }
  const form = {
    ...grant,
    client_id: env.SMTP_OAUTH_CLIENT_ID ?? '',
    client_secret: env.SMTP_OAUTH_CLIENT_SECRET ?? '',
  }
  return { url: SMTP_OAUTH_URL, form }
}

// https://developers.google.com/gmail/imap/xoauth2-protocol
const googleScope = 'https://mail.google.com/'
// The longest lifetime that Google accepts.
const maxAssertionSeconds = 3600

/**
 * Requests a token for a Google service account that acts for the mailbox (RFC
 * 7523):
 * https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 */
function assertServiceAccount(file: string) {
  const { client_email, private_key, token_uri } = readServiceAccount(file)
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: client_email,
    sub: decodeURIComponent(new URL(env.SMTP_URL ?? '').username),
    scope: googleScope,
    aud: token_uri,
    iat: now,
    exp: now + maxAssertionSeconds,
  }
  const content = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('RSA-SHA256', Buffer.from(content), private_key)
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${content}.${signature.toString('base64url')}`,
  }
  return { url: token_uri, form }
}

// Matches the errors of RFC 6749 section 5.2, and those that Google adds.
const reasons =
  /^(invalid_(request|client|grant|scope)|unauthorized_client|unsupported_grant_type|access_denied)$/

/** Returns the documented reasons for a refusal; Microsoft adds a number. */
function reasonsOf({ error, error_codes }: Record<string, unknown>): string[] {
  const reason = typeof error === 'string' && reasons.test(error) ? error : ''
  const [number] = Array.isArray(error_codes) ? error_codes : []
  const detail = Number.isInteger(number) ? `AADSTS${number}` : ''
  return [reason, detail].filter(Boolean)
}
