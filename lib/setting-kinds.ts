// Describes settings for `npm run settings`, and how their texts are read.
import { type Read, readFlag, readLink, readNumber } from './setting-values'

/** A setting that has a default if it is not set. */
export function requiredSetting<Value>(
  type: string,
  defaultValue: string,
  description: string,
  read: Read<Value>,
) {
  return { type, defaultValue, description, read }
}

export function optionalSetting<Value>(
  type: string,
  description: string,
  read: Read<Value>,
) {
  return { type, description, read, defaultValue: undefined }
}

export const addressType = 'an http(s) address, such as https://acme.example'

export function linkSetting(
  description: string,
  type = addressType,
  pattern = /^/,
) {
  return optionalSetting(type, description, readLink(pattern))
}

/**
 * The address of an API, without a slash at its end. The site adds a path that
 * begins with `path`.
 */
export function apiSetting(description: string, path: string) {
  return optionalSetting(addressType, description, (value) => {
    const address = readLink()(value)?.replace(/\/+$/, '')
    if (address?.endsWith(path) || /[?#]/.test(address ?? ''))
      throw new Error(
        `must end before ${path}, which the site adds, and have no parameters`,
      )
    return address
  })
}

export function textSetting(description: string, type = 'text') {
  return optionalSetting(type, description, String)
}

export function flagSetting(
  description: string,
  { isOnByDefault = false } = {},
) {
  return requiredSetting(
    'true or false',
    String(isOnByDefault),
    description,
    readFlag,
  )
}

export function numberSetting(
  defaultValue: number,
  description: string,
  { min = 1, max = 999_999_999 } = {},
) {
  const type = `a whole number from ${min} to ${max}`
  return requiredSetting(
    type,
    String(defaultValue),
    description,
    readNumber(min, max),
  )
}

/** A limit that is counted in windows of this many seconds. */
export function rateLimitSetting(
  defaultValue: number,
  windowSeconds: number,
  description: string,
) {
  return { ...numberSetting(defaultValue, description), windowSeconds }
}
