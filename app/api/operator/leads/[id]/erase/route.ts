import { apiTable } from '@/lib/http/api-table'
import { leadAction } from '@/lib/leads-console/action-handler'

export const POST = leadAction('erase', apiTable['/api/operator/leads/{id}/erase'].POST.body.maxBytes)
