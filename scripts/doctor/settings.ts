import type { Env } from '@/lib/env'
import { guessableSecrets, hasOwnBrand, isProxyEvaded, unsetFacts } from '@/lib/health/settings-checks'
import { error, type Finding, ok, warning } from './finding'

/** Settings that work, and that an installation for the public should not have. `names` are those of the facts. */
export function checkSettings(env: Env, names?: string[]): Finding[] {
  return [checkFacts(env, names), ...checkSecrets(env), ...checkOperators(env), checkProxy(env)]
}

function checkFacts(env: Env, names?: string[]): Finding {
  const unset = unsetFacts(env, names)
  if (hasOwnBrand(env)) return ok('Company facts', `those of the brand ${env.BRAND}.`)
  if (unset.length === 0) return ok('Company facts', 'all are set.')
  const says = `those of the fictional Halcrest stand in the pages for ${unset.join(', ')}.`
  return warning(
    'Company facts',
    says,
    '`npm run brand -- new NAME` makes a brand of your own; BRAND=NAME in .env chooses it.',
  )
}

function checkSecrets(env: Env): Finding[] {
  const guessable = guessableSecrets(env).map(({ setting, operator }) => setting ?? `the key of ${operator}`)
  if (guessable.length === 0) return [ok('Secrets', 'none looks as if it were made up.')]
  const says = `made up, and perhaps to be guessed: ${guessable.join(', ')}.`
  return [error('Secrets', says, '`openssl rand -base64 32` prints a secret, `npm run operator -- add NAME` a key.')]
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

function checkProxy(env: Env): Finding {
  const { TRUSTED_PROXY_HOPS } = env
  if (TRUSTED_PROXY_HOPS === 0) return ok('Proxy', 'none is trusted.')
  if (!isProxyEvaded(env)) return ok('Proxy', `${TRUSTED_PROXY_HOPS} trusted, on this machine.`)
  const says = 'proxies are trusted, and the site listens on more than this machine’s own address.'
  return warning('Proxy', says, 'Set HOST=127.0.0.1, or let nobody but the proxy reach the port.')
}
