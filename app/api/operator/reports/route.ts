import {
  changeReports,
  pageOfReportForm,
  readReportForm,
  typedInReports,
} from '@/lib/console/reports/change-reports'
import { consoleAction } from '@/lib/operator/console'

export const POST = consoleAction(changeReports, {
  role: 'compliance',
  pageOf: pageOfReportForm,
  typed: typedInReports,
  read: readReportForm,
})
