import { leadAction } from '@/lib/console/leads/action-handler'
import { apiTable } from '@/lib/http/api-table'

export const POST = leadAction('update', apiTable['/api/operator/leads/{id}'].POST.body.maxBytes)
