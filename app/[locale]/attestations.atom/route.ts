import { atomFeed, feedHandler } from '@/lib/attestations/feeds'

export const dynamic = 'force-dynamic'

export const GET = feedHandler('application/atom+xml', atomFeed)
