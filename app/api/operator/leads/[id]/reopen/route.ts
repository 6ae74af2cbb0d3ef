import { apiTable } from '@/lib/http/api-table'
import { leadAction } from '@/lib/leads-console/action-handler'

export const POST = leadAction('reopen', apiTable['/api/operator/leads/{id}/reopen'].POST.body.maxBytes)
