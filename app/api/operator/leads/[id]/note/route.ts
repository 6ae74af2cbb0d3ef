import { apiTable } from '@/lib/http/api-table'
import { leadAction } from '@/lib/leads-console/action-handler'

export const POST = leadAction('note', apiTable['/api/operator/leads/{id}/note'].POST.body.maxBytes)
