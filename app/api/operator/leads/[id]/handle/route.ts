import { leadAction } from '@/lib/console/leads/action-handler'

export const POST = leadAction('handle')
