import type { Messages } from './messages'
import type { Locale } from './routing'

declare module 'next-intl' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: next-intl reads its types from an interface to augment
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
