import { leadAction } from '@/lib/console/leads/action-handler'
import { apiTable } from '@/lib/http/api-table'

export const POST = leadAction('erase', apiTable['/api/operator/leads/{id}/erase'].POST.body.maxBytes)
