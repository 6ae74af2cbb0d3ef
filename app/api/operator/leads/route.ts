import { bulkAction } from '@/lib/console/leads/action-handler'
import { apiTable } from '@/lib/http/api-table'

export const POST = bulkAction(apiTable['/api/operator/leads'].POST.body.maxBytes)
