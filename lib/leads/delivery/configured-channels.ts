import { env } from '@/lib/env'
import {
  type Channel,
  isConfiguredIn,
  type SalesChannel,
  salesChannels,
} from './channels'

export function isConfigured(channel: Channel): boolean {
  return isConfiguredIn(env, channel)
}

export function configuredSalesChannels(): SalesChannel[] {
  return salesChannels.filter(isConfigured)
}
