import { defaultBrand } from '@/lib/brand/folder.mjs'
import type { Env } from '@/lib/env'
import { error, type Finding, ok, warning } from './finding'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** Whether a host is this machine, so that what is sent there crosses no network. */
export function isLocal(host: string): boolean {
  return loopback.test(host)
}

/** Settings that work, and that an installation for the public should not have. `names` are those of the facts. */
export function checkSettings(env: Env, names: string[]): Finding[] {
  return [checkFacts(env, names), ...checkSecrets(env), ...checkOperators(env), checkProxy(env)]
}

function checkFacts(env: Env, names: string[]): Finding {
  const unset = names.filter((name) => Reflect.get(env, name) === undefined)
  if (env.BRAND && env.BRAND !== defaultBrand) return ok('Company facts', `those of the brand ${env.BRAND}.`)
  if (unset.length === 0) return ok('Company facts', 'all are set.')
  const says = `those of the fictional Halcrest stand in the pages for ${unset.join(', ')}.`
  return warning(
    'Company facts',
    says,
    '`npm run brand -- new NAME` makes a brand of your own; BRAND=NAME in .env chooses it.',
  )
}

function checkSecrets({ APP_SECRET, OPERATOR_KEYS }: Env): Finding[] {
  const secrets = [['APP_SECRET', APP_SECRET], ...OPERATOR_KEYS.map(({ name, key }) => [`the key of ${name}`, key])]
  const guessable = secrets.filter(([, secret = '']) => isGuessable(secret)).map(([name]) => name)
  if (guessable.length === 0) return [ok('Secrets', 'none looks as if it were made up.')]
  const says = `made up, and perhaps to be guessed: ${guessable.join(', ')}.`
  return [error('Secrets', says, '`openssl rand -base64 32` prints a secret, `npm run operator -- add NAME` a key.')]
}

// 32 random bytes have some 25 different characters in base64, and 14 in hexadecimal.
function isGuessable(secret: string): boolean {
  return new Set(secret).size < 12 || /change|example|placeholder|secret|password|012345|abcdef/i.test(secret)
}

function checkOperators({ OPERATOR_KEYS, ATTESTATIONS_OPEN }: Env): Finding[] {
  const none = warning('Operators', 'there are none.', '`npm run operator -- add NAME`: nobody else may read leads.')
  const open = warning(
    'Attestations',
    'every visitor may change the reports.',
    'Remove ATTESTATIONS_OPEN=true from .env, unless this is a demonstration.',
  )
  return [
    OPERATOR_KEYS.length > 0 ? ok('Operators', OPERATOR_KEYS.map(({ name }) => name).join(', ')) : none,
    ...(ATTESTATIONS_OPEN ? [open] : []),
  ]
}

function checkProxy({ TRUSTED_PROXY_HOPS, HOST }: Env): Finding {
  if (TRUSTED_PROXY_HOPS === 0) return ok('Proxy', 'none is trusted.')
  if (HOST && isLocal(HOST)) return ok('Proxy', `${TRUSTED_PROXY_HOPS} trusted, on this machine.`)
  const says = 'proxies are trusted, and the site listens on more than this machine’s own address.'
  return warning('Proxy', says, 'Set HOST=127.0.0.1, or let nobody but the proxy reach the port.')
}
