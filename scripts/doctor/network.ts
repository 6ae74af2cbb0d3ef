import type { Env } from '@/lib/env'
import { isLocal, receivers } from '@/lib/health/settings-checks'
import { errorCode } from '@/lib/outbox/error-code'
import { error, type Finding, ok, warning } from './finding'

const maxMs = 10_000

/** A finding, and what the other server's clock said (milliseconds), where it answered. */
export type Answered = { finding: Finding; clock?: { server: string; theirs: number; ours: number } }

type Answer = { status: number; clock: Answered['clock']; text: () => Promise<string> }

/** Whether the site answers at SITE_URL, and with pages that were built for that address. */
export async function checkSiteUrl({ SITE_URL }: Env): Promise<Answered> {
  const about = 'SITE_URL'
  if (isLocal(new URL(SITE_URL).hostname)) {
    const advice = 'Set it to the public https address; the next `npm start` builds it in.'
    return { finding: warning(about, `${SITE_URL} is no public address.`, advice) }
  }
  const answer = await ask('GET', SITE_URL)
  if (typeof answer === 'string') {
    return {
      finding: error(about, `${SITE_URL} does not answer (${answer}).`, 'Check its DNS, the proxy and the site.'),
    }
  }
  const canonical = (await answer.text()).match(/<link rel="canonical" href="([^"]*)"/)?.[1]
  return { finding: judgeSite(SITE_URL, answer.status, canonical), clock: answer.clock }
}

function judgeSite(address: string, status: number, canonical: string | undefined): Finding {
  const about = 'SITE_URL'
  if (status !== 200 || canonical === undefined) {
    const says = `${address} answers ${status}, and not with a page of this site.`
    return error(about, says, 'Have the proxy hand the address to this site, or correct SITE_URL.')
  }
  if (new URL(canonical).origin !== new URL(address).origin) {
    return error(about, `the pages at ${address} say that they are of ${canonical}.`, 'Build again: `npm start`.')
  }
  if (address.startsWith('https://')) return ok(about, `${address} answers.`)
  return warning(about, `${address} is not https.`, 'Put a proxy with TLS before the site: docs/deployment.md.')
}

/** Whether the servers that are to take leads answer: to OPTIONS, which leaves no lead there. */
export async function checkReceivers(env: Env): Promise<Answered[]> {
  const checks = Object.entries(receivers).map(([about, setting]) => checkReceiver(about, setting, env[setting]))
  return (await Promise.all(checks)).filter((answered) => answered !== undefined)
}

async function checkReceiver(about: string, setting: string, url: string | undefined): Promise<Answered | undefined> {
  if (!url) return undefined
  const { host, hostname, protocol } = new URL(url)
  const answer = await ask('OPTIONS', url)
  if (typeof answer === 'string') {
    const advice = `Check ${setting}, its DNS and certificate, and whether a firewall is between.`
    return { finding: error(about, `${host} does not answer (${answer}).`, advice) }
  }
  const { status, clock } = answer
  const says = `${host} answers ${status} to OPTIONS`
  if (status >= 300 && status < 400) {
    return { finding: error(about, `${says}: a redirect.`, `Set ${setting} to where it leads.`), clock }
  }
  if (status === 404 || status === 410 || status >= 500) {
    return { finding: warning(about, `${says}.`, 'Check that it takes POST at this address.'), clock }
  }
  if (protocol === 'http:' && !isLocal(hostname)) {
    return { finding: warning(about, `leads go to ${host} unencrypted.`, 'Use an https address.'), clock }
  }
  return { finding: ok(about, `${says}.`), clock }
}

async function ask(method: string, url: string): Promise<Answer | string> {
  try {
    const ours = Date.now()
    const answer = await fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(maxMs) })
    const theirs = Date.parse(answer.headers.get('date') ?? '')
    const clock = Number.isNaN(theirs) ? undefined : { server: new URL(url).host, theirs, ours }
    return { status: answer.status, clock, text: () => answer.text() }
  } catch (cause) {
    return errorCode(cause)
  }
}
