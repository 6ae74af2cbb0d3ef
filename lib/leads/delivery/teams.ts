import { isolateDirection, truncate } from '@/lib/shown-text'
import type { TeamChatPost } from './slack'

// The longest message, which in any script stays below 28 KB, the most that
// Teams accepts.
const maxMessage = 3_000

/**
 * Describes a message as an Adaptive Card, the only format that workflows show:
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export function teamsMessage({ title, text, rows, link }: TeamChatPost) {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      paragraph([{ text: title, weight: 'Bolder', size: 'Large' }]),
      ...(text ? [paragraph([{ text: truncate(text, maxMessage) }])] : []),
      ...rows.map(({ label, value }) =>
        paragraph([
          { text: `${label}: `, weight: 'Bolder' },
          { text: isolateDirection(truncate(value, maxMessage / rows.length)) },
        ]),
      ),
    ],
    actions: link
      ? [{ type: 'Action.OpenUrl', title: link.label, url: link.href }]
      : [],
  }
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content,
  }
  return { type: 'message', attachments: [attachment] }
}

type Run = { text: string; weight?: 'Bolder'; size?: 'Large' }

/**
 * Uses text runs, because text blocks would format Markdown that a visitor
 * typed.
 */
function paragraph(runs: Run[]) {
  const inlines = runs.map((run) => ({ type: 'TextRun', ...run }))
  return { type: 'RichTextBlock', inlines }
}
