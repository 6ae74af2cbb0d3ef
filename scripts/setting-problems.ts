// Finds problems with the settings that would keep the site from starting on
// this machine. The doctor lists them as well.
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { readPrivateKey } from '@/lib/attestations/log/private-key'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { checkSettingsFile } from '@/lib/env-file'
import { readServiceAccount } from '@/lib/leads/delivery/service-account'
import { parseSettings } from '@/lib/parse-settings'
import { cleanValue } from '@/lib/setting-values'
import { defaultAddress } from '@/lib/settings'
import { readText } from '@/lib/text-file.mjs'
import { builtWith, isRelease, readSettings } from './settings'

const pathSettings = [
  {
    name: 'BRAND',
    must: 'be the name of a folder in brands/, or a path',
    open: openBrand,
  },
  {
    name: 'BACKUP_FOLDER',
    must: 'be an existing folder',
    open: readdirSync,
    isOptional: true,
  },
  {
    name: 'ATTESTATIONS_SIGNING_KEY',
    must: 'be the path of an Ed25519 key',
    open: readPrivateKey,
  },
  {
    name: 'SMTP_OAUTH_KEY_FILE',
    must: 'be the JSON key of a service account',
    open: readServiceAccount,
  },
]

export function findSettingProblems() {
  const settings = readSettings()
  const { errors, warnings } = checkSettingsFile(
    readText('.env') ?? '',
    settings,
  )
  errors.push(...parseSettings(settings).problems, ...findOtherBuild(settings))
  for (const { name, must, open, isOptional } of pathSettings) {
    const path = cleanValue(settings[name] ?? '')
    try {
      if (path) open(path)
    } catch (error) {
      // Only warns about the backup folder, because its disk may be absent for
      // a while and visitors do not notice.
      const problems = isOptional ? warnings : errors
      problems.push(`${name} must ${must}: ${(error as Error).message}`)
    }
  }
  return {
    errors: errors.map(endSentence),
    warnings: warnings.map(endSentence),
  }
}

/**
 * Finds settings that differ from the build's, because a release's pages,
 * sitemap and robots.txt keep the address and the brand it was built with.
 */
function findOtherBuild(settings: NodeJS.Dict<string>): string[] {
  return Object.entries(builtWith).flatMap(([name, built]) => {
    const given = cleanValue(settings[name] ?? '')
    // Takes the build's brand if BRAND is not set, because the release has that
    // brand.
    const value = given || (name === 'SITE_URL' ? defaultAddress : built)
    if (comparable(value) === comparable(built)) return []
    return given
      ? `${name} is ${given}, but this release was built with ${built || 'the default brand'}: build it again`
      : `${name} is not set, but this release was built with ${built}: set it to this value`
  })
}

/**
 * Reduces an address to its origin and a brand to its name, so that a slash at
 * the end and the brand's folder make no difference.
 */
function comparable(value: string): string {
  if (!/^https?:/i.test(value)) return basename(value)
  return URL.canParse(value) ? new URL(value).origin : value
}

function endSentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`
}

/** Skips releases, which contain their brand and need no folder. */
function openBrand(brand: string) {
  if (!isRelease) readdirSync(brandFolder(brand))
}
