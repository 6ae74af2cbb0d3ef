import { changeReports, readReportForm } from '@/lib/console/reports/change-reports'
import { consoleAction } from '@/lib/operator/console'

export const POST = consoleAction(changeReports, { read: readReportForm })
