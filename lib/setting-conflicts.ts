import type { Env } from './settings'

/** Finds settings that are valid separately but not together. */
export function findConflicts(env: Env): string[] {
  const { CHATBOT_URL = '', SITE_URL, PORT } = env
  const conflicts = [
    ...findOauthConflicts(env),
    ...findRoleConflicts(env),
    ...findSharedKeys(env),
  ]
  if (env.REPORTS_FOUR_EYES === true && env.ATTESTATIONS_OPEN)
    conflicts.push(
      'REPORTS_FOUR_EYES must not be true with ATTESTATIONS_OPEN, which lets anyone publish',
    )
  const isOwn = [
    SITE_URL,
    `http://localhost:${PORT}`,
    `http://127.0.0.1:${PORT}`,
  ].includes(CHATBOT_URL)
  return isOwn
    ? [...conflicts, 'CHATBOT_URL must not be the site itself']
    : conflicts
}

function findOauthConflicts({
  SMTP_URL,
  SMTP_OAUTH_URL,
  SMTP_OAUTH_KEY_FILE,
}: Env): string[] {
  if (!SMTP_URL || !(SMTP_OAUTH_URL || SMTP_OAUTH_KEY_FILE)) return []
  const { username, password } = new URL(SMTP_URL)
  const conflicts: [boolean, string][] = [
    [
      username === '',
      'SMTP_URL must name the mailbox when OAuth is used: smtp://site@acme.example@smtp.office365.com:587',
    ],
    [
      password !== '',
      'SMTP_URL must not contain a password when OAuth is used, because the mail server gets an access token instead',
    ],
    [
      Boolean(SMTP_OAUTH_URL && SMTP_OAUTH_KEY_FILE),
      'SMTP_OAUTH_KEY_FILE contains the token address, so SMTP_OAUTH_URL must be empty',
    ],
  ]
  return conflicts
    .filter(([applies]) => applies)
    .map(([, sentence]) => sentence)
}

function findSharedKeys({ OPERATOR_KEYS, MACHINE_KEYS }: Env): string[] {
  const holders = [
    ...OPERATOR_KEYS.map((pair) => ({ ...pair, setting: 'OPERATOR_KEYS' })),
    ...MACHINE_KEYS.map((pair) => ({ ...pair, setting: 'MACHINE_KEYS' })),
  ]
  return holders.flatMap((holder) => {
    const first = holders.find(({ key }) => key === holder.key)
    return first === holder
      ? []
      : [
          `${holder.setting} gives ${holder.name} the key of ${first?.name}, but everyone needs their own`,
        ]
  })
}

function findRoleConflicts({
  OPERATOR_KEYS,
  MACHINE_KEYS,
  OPERATOR_ROLES,
}: Env): string[] {
  const keyed = [...OPERATOR_KEYS, ...MACHINE_KEYS].map(({ name }) => name)
  const unkeyed = OPERATOR_ROLES.filter(({ name }) => !keyed.includes(name))
  return unkeyed.map(
    ({ name }) =>
      `OPERATOR_ROLES names ${name}, who has no key in OPERATOR_KEYS or MACHINE_KEYS`,
  )
}
