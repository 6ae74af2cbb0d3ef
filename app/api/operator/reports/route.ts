import { changeReports, readReportForm } from '@/lib/console/reports/change-reports'
import { apiTable } from '@/lib/http/api-table'
import { consoleAction } from '@/lib/operator/console'

const { maxBytes } = apiTable['/api/operator/reports'].POST.body

export const POST = consoleAction(maxBytes, changeReports, { read: readReportForm })
