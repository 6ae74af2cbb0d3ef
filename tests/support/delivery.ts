import { afterAll, beforeEach } from 'vitest'
import { deliverySettings, startWebhookSink } from './sinks'

type MailServer = { port: number; close: () => Promise<void>; reset?: () => void }

/**
 * Starts a webhook receiver, and names it and a mail server in the environment of a test file, before the code under
 * test reads it. What they received is forgotten before each test; both are closed at the end.
 */
export async function deliverTo(mailServer: MailServer, settings: Record<string, string> = {}) {
  const webhookSink = await startWebhookSink()
  Object.assign(process.env, deliverySettings(mailServer, webhookSink), settings)
  beforeEach(() => {
    mailServer.reset?.()
    webhookSink.reset()
  })
  afterAll(() => Promise.all([mailServer.close(), webhookSink.close()]))
  return webhookSink
}
