import { leadAction } from '@/lib/console/leads/action-handler'
import { apiTable } from '@/lib/http/api-table'

export const POST = leadAction('handle', apiTable['/api/operator/leads/{id}/handle'].POST.body.maxBytes)
