import { changeReports, readReportForm } from '@/lib/console/reports/change-reports'
import { apiTable } from '@/lib/http/api-table'
import { consoleAction } from '@/lib/operator/console'

const { maxBytes } = apiTable['/api/operator/reports'].POST.body

/** Every change of the reports and their drafts by a form of the console. */
export const POST = consoleAction(maxBytes, changeReports, { read: readReportForm })
