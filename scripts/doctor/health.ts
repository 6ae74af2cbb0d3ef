import type { Check } from '@/lib/health/check-names'
import { error, type Finding, ok, warning } from './finding'

type Advice = { about: string; says: string; fails: string; advice: string }

/** A check of /readyz as a finding: what is required is an error, the rest a warning. */
export function judgeCheck({ name, ok: succeeds, required, value, unit }: Check): Finding {
  const { about, says, fails, advice } = texts[name]
  const measured = value === undefined ? '' : ` (${value} ${unit})`
  if (succeeds) return ok(about, `${says}${measured}.`)
  return (required ? error : warning)(about, `${fails}${measured}.`, advice)
}

const texts: Record<Check['name'], Advice> = {
  database_writable: {
    about: 'Database',
    says: 'a lead can be stored',
    fails: 'a lead cannot be stored',
    advice: 'Check that the database is there, writable by this user and on a disk with room: docs/operations.md.',
  },
  migrations: {
    about: 'Migrations',
    says: 'all are applied',
    fails: 'some are missing',
    advice: '`npm run db:migrate`, while the site is stopped.',
  },
  disk_space: {
    about: 'Disk',
    says: 'there is room',
    fails: 'it is nearly full',
    advice: 'Make room where DATABASE_URL is: docs/operations.md#DiskSpaceLow.',
  },
  oldest_undelivered_lead: {
    about: 'Undelivered leads',
    says: 'none waits for long',
    fails: 'one waits for more than an hour',
    advice: '`npm run leads -- list --state undelivered` says why: docs/operations.md#LeadsUndelivered.',
  },
  assistant_upstream: {
    about: 'Assistant',
    says: 'its upstream answers',
    fails: 'its upstream does not answer',
    advice: 'Check CHATBOT_URL, or remove it: the site’s own assistant then answers.',
  },
}
