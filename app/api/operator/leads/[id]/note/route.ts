import { leadAction } from '@/lib/console/leads/action-handler'
import { apiTable } from '@/lib/http/api-table'

export const POST = leadAction('note', apiTable['/api/operator/leads/{id}/note'].POST.body.maxBytes)
