// Describes settings for `npm run settings`, and how their texts are read.
import { type Read, readFlag, readLink, readNumber } from './setting-values'

type Setting<Value> = {
  /** What a value looks like, in words. */
  type: string
  description: string
  read: Read<Value>
}

/** Describes a setting that has a default if it is not set. */
export function requiredSetting<Value>(
  setting: Setting<Value> & { defaultValue: string },
) {
  return setting
}

export function optionalSetting<Value>(setting: Setting<Value>) {
  return { ...setting, defaultValue: undefined }
}

export const addressType = 'an http(s) address, such as https://acme.example'

export function linkSetting(
  description: string,
  type = addressType,
  pattern = /^/,
) {
  return optionalSetting({ type, description, read: readLink(pattern) })
}

/**
 * Describes the address of an API, without a slash at its end. The site adds a
 * path that begins with `path`.
 */
export function apiSetting(description: string, path: string) {
  return optionalSetting({
    type: addressType,
    description,
    read: (value) => {
      const address = readLink()(value)?.replace(/\/+$/, '')
      if (address?.endsWith(path) || /[?#]/.test(address ?? ''))
        throw new Error(
          `must end before ${path}, which the site adds, and have no parameters`,
        )
      return address
    },
  })
}

export function textSetting(description: string, type = 'text') {
  return optionalSetting({ type, description, read: String })
}

export function flagSetting(
  description: string,
  { isOnByDefault = false } = {},
) {
  return requiredSetting({
    type: 'true or false',
    defaultValue: String(isOnByDefault),
    description,
    read: readFlag,
  })
}

export function numberSetting(
  defaultValue: number,
  description: string,
  { min = 1, max = 999_999_999 } = {},
) {
  const type = `a whole number from ${min} to ${max}`
  return requiredSetting({
    type,
    defaultValue: String(defaultValue),
    description,
    read: readNumber(min, max),
  })
}

/** Describes a limit that is counted in windows of `windowSeconds`. */
export function rateLimitSetting({
  defaultValue,
  windowSeconds,
  description,
}: {
  defaultValue: number
  windowSeconds: number
  description: string
}) {
  return { ...numberSetting(defaultValue, description), windowSeconds }
}
