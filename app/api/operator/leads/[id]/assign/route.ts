import { apiTable } from '@/lib/http/api-table'
import { leadAction } from '@/lib/leads-console/action-handler'

export const POST = leadAction('assign', apiTable['/api/operator/leads/{id}/assign'].POST.body.maxBytes)
