import { consoleAction } from '@/lib/console/console-action'
import {
  changeReports,
  pageOfReportForm,
  readReportForm,
  typedInReports,
} from '@/lib/console/reports/change-reports'

export const POST = consoleAction(changeReports, {
  role: 'compliance',
  pageOf: pageOfReportForm,
  typed: typedInReports,
  read: readReportForm,
})
