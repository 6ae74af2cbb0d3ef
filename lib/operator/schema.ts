import { z } from 'zod'
import { maxCharacters } from '@/lib/max-characters'
import { requiredCode } from '@/lib/required-code'
import { tidyCode, tidyLine } from '@/lib/typed-text'

export const keySchema = z.object({
  key: z.string({ error: requiredCode }).overwrite(tidyCode).min(1, 'required'),
})

export const maxPasskeyName = 60

export const passkeyNameSchema = z
  .string({ error: requiredCode })
  .overwrite(tidyLine)
  .min(1, 'required')
  .check(...maxCharacters(maxPasskeyName))

const invalid = 'invalid'

const encoded = (max: number) =>
  z
    .string(invalid)
    .max(max, invalid)
    .regex(/^[\w-]+$/, invalid)

const credential = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key', invalid),
  clientExtensionResults: z.object({}, invalid).default({}),
}

/**
 * The browser's response after signing in with a passkey (WebAuthn,
 * AuthenticationResponseJSON).
 */
export const assertionSchema = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: encoded(4000),
        authenticatorData: encoded(4000),
        signature: encoded(4000),
      },
      invalid,
    ),
  },
  invalid,
)

const transport = z
  .string(invalid)
  .max(20, invalid)
  .regex(/^[a-z-]+$/, invalid)

/**
 * The browser's response after making a passkey (WebAuthn,
 * RegistrationResponseJSON).
 */
export const newPasskeySchema = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: encoded(4000),
        attestationObject: encoded(16_000),
        transports: z.array(transport, invalid).max(10, invalid).default([]),
      },
      invalid,
    ),
  },
  invalid,
)
