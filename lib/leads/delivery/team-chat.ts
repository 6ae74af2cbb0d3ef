// Sends leads and digests to a chat: Slack, Mattermost or Microsoft Teams.
import { env } from '@/lib/env'
import { createFailure } from '@/lib/outbox/failure'
import type { LeadToSend } from './delivery-store'
import { describeLead } from './lead-text'
import { jsonHeaders, post } from './post'
import { slackMessage, type TeamChatPost } from './slack'
import { teamsMessage } from './teams'

export async function sendToTeamChat(lead: LeadToSend, signal?: AbortSignal) {
  const { t, title, text, rows, consoleAddress } = await describeLead(lead)
  const link = { label: t('SalesMail.open'), href: consoleAddress }
  await postToTeamChat({ title, text, rows, link }, signal)
}

// Matches the address that Power Automate gives to a workflow of Teams.
const teamsWorkflow = /\/workflows\/[^/]+\/triggers\//

export async function postToTeamChat(
  message: TeamChatPost,
  signal?: AbortSignal,
) {
  const url = env.LEADS_SLACK_URL ?? ''
  const isTeams = teamsWorkflow.test(url)
  const content = isTeams ? teamsMessage(message) : slackMessage(message)
  const { status } = await post(
    url,
    {
      headers: jsonHeaders,
      body: JSON.stringify(content),
      reasons: slackReasons,
    },
    signal,
  )
  // Requires 200, the answer of Slack and Mattermost, because anything else may
  // be a service that shows nothing. Teams answers 202.
  if (status !== 200 && !isTeams)
    throw createFailure(`HTTP ${status} UNCONFIRMED`)
}

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
const slackReasons =
  /^\s*(action_prohibited|channel_is_archived|channel_not_found|invalid_payload|invalid_token|no_active_hooks|no_service|no_service_id|no_team|no_text|posting_to_general_channel_denied|rollup_error|team_disabled|too_many_attachments|user_not_found)\s*$/
