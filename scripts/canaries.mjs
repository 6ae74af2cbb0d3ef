// Fake secrets: `npm test` builds with them, and a test searches for them where none may be.
const word = 'songbird'

export const canaries = {
  OPERATOR_KEYS: `tester:${word}-operator-key-0123456789-0123456789`,
  SMTP_URL: `smtp://${word}-smtp-user:${word}-smtp-password@127.0.0.1:9`,
  LEADS_TO: `${word}-sales@halcrest.example`,
  LEADS_FROM: `${word}-site@halcrest.example`,
  LEADS_WEBHOOK_URL: `http://127.0.0.1:9/${word}-webhook-path`,
  LEADS_WEBHOOK_SECRET: `${word}WebhookSecret01234567890123456789012`,
}
