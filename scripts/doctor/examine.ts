import type { Env } from '@/lib/env'
import { checkClock } from './clock'
import { checkDisclosures } from './disclosures'
import { checkNode, checkPermissions } from './files'
import { error, type Finding, warning } from './finding'
import { judgeCheck } from './health'
import { checkMail } from './mail'
import { checkModel } from './model'
import { checkReceivers, checkSiteUrl } from './network'
import { checkReportLog, checkSigningKey } from './report-log'
import { checkSettings } from './settings'

/** Everything that is checked, in the order it is told. Changes nothing, and sends no lead and no mail. */
export async function examine(): Promise<Finding[]> {
  const node = checkNode()
  const env = await loadSettings()
  if ('state' in env) return [node, env]
  // What goes wrong here is told as a finding.
  const { log } = await import('@/lib/log')
  log.level = 'silent'
  const { databaseFile, closeDatabase } = await import('@/lib/database/client')
  const network = Promise.all([checkSiteUrl(env), checkReceivers(env), checkMail(env), checkModel(env)])
  const { health, newestLead } = await examineDatabase()
  const reportLog = await examineReportLog()
  const reportFiles = await examineReportFiles()
  await closeDatabase()
  const [site, receivers, mail, model] = await network
  return [
    node,
    ...checkPermissions('.env', databaseFile()),
    ...checkSettings(env),
    await examineBrand(),
    site.finding,
    ...mail,
    ...receivers.map(({ finding }) => finding),
    ...model,
    checkClock([site.clock, ...receivers.map(({ clock }) => clock)], newestLead),
    ...health,
    ...reportLog,
    ...reportFiles,
    ...(await checkSigningKey(env.ATTESTATIONS_SIGNING_KEY)),
  ]
}

async function loadSettings(): Promise<Env | Finding> {
  try {
    return (await import('@/lib/env')).env
  } catch (cause) {
    return error('Settings', (cause as Error).message, 'Correct .env: .env.example explains every setting.')
  }
}

async function examineBrand(): Promise<Finding> {
  try {
    return checkDisclosures((await import('@/lib/site')).site.disclosures)
  } catch (cause) {
    return error('Brand', (cause as Error).message, '`npm run brand -- check` says what is wrong.')
  }
}

async function examineDatabase(): Promise<{ health: Finding[]; newestLead: Date | undefined }> {
  const { recentChecks } = await import('@/lib/health/checks')
  const { recentLeadCounts } = await import('@/lib/health/readiness')
  const { newestLead } = await import('@/lib/leads/list-store')
  const health = (await recentChecks()).map(judgeCheck)
  try {
    const { abandoned } = await recentLeadCounts()
    return { health: [...health, ...tellAbandoned(abandoned)], newestLead: await newestLead() }
  } catch {
    // The check above has said that the database cannot be used.
    return { health, newestLead: undefined }
  }
}

async function examineReportLog(): Promise<Finding[]> {
  const { verifyLog } = await import('@/lib/attestations/log/verify')
  try {
    return [checkReportLog(await verifyLog())]
  } catch {
    // Another check has said that the database cannot be used.
    return []
  }
}

async function examineReportFiles(): Promise<Finding[]> {
  const { listReports } = await import('@/lib/attestations/store')
  const { filesFolder } = await import('@/lib/attestations/files/folder')
  const { checkReportFiles } = await import('./report-files')
  try {
    return [await checkReportFiles(await listReports(), filesFolder())]
  } catch {
    // Another check has said that the database cannot be used.
    return []
  }
}

function tellAbandoned(count: number): Finding[] {
  if (count === 0) return []
  const advice = '`npm run leads -- list --state abandoned`, then `retry ID`: docs/operations.md#LeadsAbandoned.'
  return [warning('Abandoned leads', `${count} could not be delivered within 7 days.`, advice)]
}
