export { bulkAction as POST } from '@/lib/console/leads/action-handler'
