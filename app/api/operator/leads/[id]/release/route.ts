import { apiTable } from '@/lib/http/api-table'
import { leadAction } from '@/lib/leads-console/action-handler'

export const POST = leadAction('release', apiTable['/api/operator/leads/{id}/release'].POST.body.maxBytes)
