import { findConflicts } from './setting-conflicts'
import { cleanValue } from './setting-values'
import { type Env, everySetting, retiredSettings } from './settings'

/**
 * Returns the settings of an environment, or else the problems, each of which
 * begins with a setting's name.
 */
export function parseSettings(source: Record<string, string | undefined>): {
  settings?: Env
  problems: string[]
} {
  // An empty value counts as unset, so that `KEY=` in .env falls back to the
  // default.
  const textOf = (name: string) => cleanValue(source[name] ?? '')
  const missing = requirements.filter(
    ({ setting, neededBy }) => textOf(neededBy) && !textOf(setting),
  )
  const problems = missing.map(
    ({ setting, neededBy }) => `${setting} is needed with ${neededBy}`,
  )
  for (const [name, instead] of Object.entries(retiredSettings))
    if (textOf(name)) problems.push(`${name} ${instead}`)
  const settings: Record<string, unknown> = {}
  for (const [name, { type, defaultValue, read }] of Object.entries(
    everySetting,
  )) {
    const value = textOf(name) || defaultValue
    if (value === undefined) continue
    try {
      settings[name] = read(value)
      const comment = /\s#/.test(value) ? ', without a comment in its line' : ''
      if (settings[name] === undefined)
        problems.push(`${name} must be ${type}${comment}`)
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`)
    }
  }
  if (problems.length === 0) problems.push(...findConflicts(settings as Env))
  return {
    settings: problems.length > 0 ? undefined : (settings as Env),
    problems,
  }
}

const requirements = [
  { setting: 'LEADS_TO', neededBy: 'SMTP_URL' },
  { setting: 'LEADS_FROM', neededBy: 'SMTP_URL' },
  { setting: 'SMTP_URL', neededBy: 'SMTP_OAUTH_URL' },
  { setting: 'SMTP_URL', neededBy: 'SMTP_OAUTH_KEY_FILE' },
  { setting: 'SMTP_OAUTH_CLIENT_ID', neededBy: 'SMTP_OAUTH_URL' },
  { setting: 'SMTP_OAUTH_CLIENT_SECRET', neededBy: 'SMTP_OAUTH_URL' },
  { setting: 'SMTP_OAUTH_URL', neededBy: 'SMTP_OAUTH_CLIENT_ID' },
  { setting: 'SMTP_OAUTH_URL', neededBy: 'SMTP_OAUTH_CLIENT_SECRET' },
  { setting: 'SMTP_OAUTH_URL', neededBy: 'SMTP_OAUTH_REFRESH_TOKEN' },
  { setting: 'LEADS_WEBHOOK_SECRET', neededBy: 'LEADS_WEBHOOK_URL' },
  { setting: 'CHATBOT_MODEL', neededBy: 'CHATBOT_MODEL_URL' },
  { setting: 'CHATBOT_MODEL_PROVIDER', neededBy: 'CHATBOT_MODEL_URL' },
]
