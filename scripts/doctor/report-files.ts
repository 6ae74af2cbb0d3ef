import { fingerprintInAddress } from '@/lib/attestations/files/address'
import { isFileKept } from '@/lib/attestations/files/folder'
import { error, type Finding, ok } from './finding'

const about = 'Files of reports'

/** Whether the files are there that published reports name on this site, withdrawn and replaced ones too. */
export async function checkReportFiles(reports: { fileUrl: string }[], folder: string): Promise<Finding> {
  const kept = new Set(reports.map(({ fileUrl }) => fingerprintInAddress(fileUrl)).filter((each) => each !== undefined))
  const present = await Promise.all([...kept].map(isFileKept))
  const missing = [...kept].filter((_, index) => !present[index])
  if (missing.length === 0) return ok(about, `all ${kept.size} that the site keeps are in ${folder}.`)
  const advice = `Copy them back into ${folder} from a backup: docs/operations.md#files-of-reports.`
  return error(about, `${missing.length} of ${kept.size} are missing: ${missing.join(', ')}.`, advice)
}
