import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readLink } from '@/lib/setting-values'
import { isRecord, parseJson } from '@/lib/text'
import { decodeText } from '@/lib/text-file.mjs'

/**
 * Reads the JSON key of a Google service account. Throws if the file is missing
 * or contains anything else.
 */
export function readServiceAccount(file: string) {
  const text = decodeText(readFileSync(/* turbopackIgnore: true */ file))
  const content = parseJson(text)
  const { client_email, private_key, token_uri } = isRecord(content)
    ? content
    : {}
  const isComplete = [client_email, private_key, token_uri].every(
    (value) => typeof value === 'string' && value !== '',
  )
  if (!isComplete)
    throw new Error('it lacks client_email, private_key or token_uri')
  createPrivateKey(String(private_key))
  if (!readLink()(String(token_uri)))
    throw new Error('its token_uri is not an address')
  return {
    client_email: String(client_email),
    private_key: String(private_key),
    token_uri: String(token_uri),
  }
}
