import { feedHandler, jsonFeed } from '@/lib/attestations/feeds'

export const dynamic = 'force-dynamic'

export const GET = feedHandler('application/feed+json', jsonFeed)
