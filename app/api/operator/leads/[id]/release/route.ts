import { leadAction } from '@/lib/console/leads/action-handler'
import { apiTable } from '@/lib/http/api-table'

export const POST = leadAction('release', apiTable['/api/operator/leads/{id}/release'].POST.body.maxBytes)
