import { leadAction } from '@/lib/console/leads/action-handler'
import { apiTable } from '@/lib/http/api-table'

export const POST = leadAction('reopen', apiTable['/api/operator/leads/{id}/reopen'].POST.body.maxBytes)
