import type { Verification } from '@/lib/attestations/log/verify'
import { isOpen } from './files'
import { error, type Finding, ok, warning } from './finding'

const about = 'Log of reports'

/** Whether the log of everything published fits together and to the reports, and whether its key can be used. */
export function checkReportLog({ log, difference, signed, pending }: Verification): Finding {
  if (difference)
    return error(about, difference, '`npm run attestations -- verify`: docs/operations.md#the-log-of-reports.')
  if (pending > 0) {
    const advice = 'The next start enters them. If it does not, its log says why.'
    return warning(about, `${pending} changes are not in it yet.`, advice)
  }
  return ok(about, `${log.entries.length} entries, ${signed} of them signed, as the database has them.`)
}

/** Of the key's file, if there is one: that it is a key, and nobody else's to read. */
export async function checkSigningKey(file: string | undefined): Promise<Finding[]> {
  if (!file) return []
  const { readSigningKey } = await import('@/lib/attestations/log/signing-key')
  const key = 'Key of the log of reports'
  try {
    const { id } = readSigningKey(file)
    if (!isOpen(file)) return [ok(key, `${id}, which only its owner reads.`)]
    return [error(key, `others on this machine may read ${file}, and sign with it.`, `chmod 600 ${file}`)]
  } catch (cause) {
    const advice = 'Correct ATTESTATIONS_SIGNING_KEY: until then entries are chained, but not signed.'
    return [error(key, `${file} cannot be used: ${(cause as Error).message}.`, advice)]
  }
}
