// The only file that uses @simplewebauthn/server.
import { hash } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { site } from '@/lib/site'
import { type Authorized, hasOperatorKey, refuseSignIn } from './keys'
import { askedAt, createChallenge, isOwnChallenge } from './passkey-challenge'
import {
  findPasskey,
  listPasskeys,
  recordUse,
  savePasskey,
} from './passkey-store'
import { relyingPartyId } from './relying-party'
import type { assertionSchema, newPasskeySchema } from './schema'

const signingIn = 'sign in'
const adding = (operator: string) => `add ${operator}`

/** Returns options for signing in with any passkey for this site. */
export function signInOptions() {
  return generateAuthenticationOptions({
    rpID: relyingPartyId(),
    challenge: bytesOf(createChallenge(signingIn)),
    userVerification: 'required',
  })
}

/** Resolves to options for making a passkey for an operator. */
export async function newPasskeyOptions(operator: string) {
  const known = await listPasskeys(operator)
  return generateRegistrationOptions({
    rpID: relyingPartyId(),
    rpName: site.brand,
    userName: operator,
    userDisplayName: operator,
    userID: new Uint8Array(hash('sha256', operator, 'buffer')),
    challenge: bytesOf(createChallenge(adding(operator))),
    // Stores the passkey on the device, so that signing in needs no name, and
    // has a PIN or biometrics protect it, so that it replaces the key.
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: 'required',
    },
    excludeCredentials: known.map(({ id, transports }) => ({
      id,
      transports: transports.split(',').filter(Boolean),
    })),
  })
}

/** Finds the operator who signed in with a passkey. */
export async function verifyPasskey(
  assertion: z.output<typeof assertionSchema>,
  client: string,
): Promise<Authorized> {
  const passkey = await findPasskey(assertion.id)
  const { operator = null } = passkey ?? {}
  if (!passkey || operator === null || !hasOperatorKey(operator))
    return { problem: await refuseSignIn('passkey', client, operator) }
  const verified = await verifyAuthenticationResponse({
    ...expected(signingIn),
    response: assertion,
    credential: {
      id: passkey.id,
      publicKey: bytesOf(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch(logRefusal)
  const isUsed =
    verified?.verified &&
    (await recordUse(
      passkey.id,
      verified.authenticationInfo.newCounter,
      askedAt(assertion.response.clientDataJSON),
    ))
  return isUsed
    ? { operator }
    : { problem: await refuseSignIn('passkey', client, operator) }
}

/**
 * Stores a new passkey. Resolves to false if the browser's response is not
 * acceptable.
 */
export async function addPasskey(
  operator: string,
  name: string,
  newPasskey: z.output<typeof newPasskeySchema>,
): Promise<boolean> {
  const verified = await verifyRegistrationResponse({
    ...expected(adding(operator)),
    response: newPasskey,
  }).catch(logRefusal)
  if (!verified?.verified) return false
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return savePasskey({
    id,
    operator,
    name,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: newPasskey.response.transports.join(),
  })
}

function expected(purpose: string) {
  return {
    expectedChallenge: (challenge: string) =>
      isOwnChallenge(challenge, purpose),
    expectedOrigin: env.SITE_URL,
    expectedRPID: relyingPartyId(),
    requireUserVerification: true,
  }
}

/**
 * Logs why a response was refused, because the library throws for every
 * response that it does not accept.
 */
function logRefusal(error: Error): undefined {
  log.warn({ reason: error.message }, 'passkey not accepted')
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}
