import { leadAction } from '@/lib/console/leads/action-handler'
import { apiTable } from '@/lib/http/api-table'

export const POST = leadAction('retry', apiTable['/api/operator/leads/{id}/retry'].POST.body.maxBytes)
