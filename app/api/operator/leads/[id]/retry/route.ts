import { apiTable } from '@/lib/http/api-table'
import { leadAction } from '@/lib/leads-console/action-handler'

export const POST = leadAction('retry', apiTable['/api/operator/leads/{id}/retry'].POST.body.maxBytes)
