import { join } from 'node:path'

/** The folder of the build that is tested. */
export const builtFolder = '.build'

/** The output of Next in that build, from which the server answers. */
export const nextFolder = join(builtFolder, '.next')

// Fake secrets with which `npm test` builds, so that a test can search for
// leaks.
const word = 'songbird'

export const canaries = {
  OPERATOR_KEYS: `tester:${word}-operator-key-0123456789-0123456789`,
  SMTP_URL: `smtp://${word}-smtp-user:${word}-smtp-password@127.0.0.1:9`,
  LEADS_TO: `${word}-sales@halcrest.example`,
  LEADS_FROM: `${word}-site@halcrest.example`,
  LEADS_WEBHOOK_URL: `http://127.0.0.1:9/${word}-webhook-path`,
  LEADS_HUBSPOT_URL: `http://127.0.0.1:9/${word}-form/submissions/v3/integration/submit/1/12345678-90ab-cdef-1234-567890abcdef`,
  LEADS_SALESFORCE_URL: `http://127.0.0.1:9/servlet/servlet.WebToLead?oid=00D${word}0000`,
  LEADS_SLACK_URL: `http://127.0.0.1:9/services/${word}-slack`,
  LEADS_WEBHOOK_SECRET: `${word}WebhookSecret01234567890123456789012`,
}
