export { leadAction as POST } from '@/lib/console/leads/action-handler'
