import { leadAction } from '@/lib/console/leads/action-handler'
import { apiTable } from '@/lib/http/api-table'

export const POST = leadAction('assign', apiTable['/api/operator/leads/{id}/assign'].POST.body.maxBytes)
