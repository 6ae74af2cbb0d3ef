import { apiTable } from '@/lib/http/api-table'
import { leadAction } from '@/lib/leads-console/action-handler'

export const POST = leadAction('handle', apiTable['/api/operator/leads/{id}/handle'].POST.body.maxBytes)
