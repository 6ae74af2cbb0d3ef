import { cursorAfter } from '@/lib/leads/query'
import { consolePaths, conversationPath, draftPath, leadPath } from '@/lib/operator/console-paths'
import { sampleConversations } from './sample-chats'
import { sampleLeads } from './sample-leads'
import { sampleDrafts } from './sample-reports'
import { sampleDatabases } from './samples.mjs'
import type { Group, PageState } from './types'

const { overview, leads, questions, reports, health } = consolePaths

export const operator: Group = {
  title: 'Operator console',
  states: [
    { ...page('sign-in', 'Sign in', overview, ['Operator.signIn.title']), signedIn: false },
    page('overview', 'Overview', overview, ['Operator.overview.title', 'Operator.sessions.endOthers']),
    page('sessions-ended', 'Sessions were ended', `${overview}?done=sessions_ended`, [
      'Operator.overview.sessionsEnded',
    ]),
    page('leads', 'Leads', leads, ['OperatorLeads.title', 'OperatorLeads.older', 'OperatorLeads.export']),
    page('leads-older', 'Older leads', `${leads}?older=${cursorAfter({ receivedAt: new Date(), id: '0' })}`, [
      'OperatorLeads.newer',
    ]),
    page('leads-none', 'No lead found', `${leads}?q=zzzz`, ['OperatorLeads.noneFound', 'OperatorLeads.filters.clear']),
    empty('leads-empty', 'No lead yet', leads, ['OperatorLeads.none']),
    page('lead-quarantined', 'A lead in quarantine', leadPath(sampleLeads.quarantined), ['OperatorLeads.heldBack']),
    page('lead-eventful', 'A lead with a long history', leadPath(sampleLeads.eventful), [
      'OperatorLeads.history.released',
    ]),
    page('lead-waiting', 'A lead that waits', leadPath(sampleLeads.waiting), ['OperatorLeads.deliveries.waiting']),
    page('lead-abandoned', 'A lead that was given up', leadPath(sampleLeads.abandoned), [
      'OperatorLeads.deliveries.abandoned',
    ]),
    page('lead-erase', 'A lead is to be erased', `${leadPath(sampleLeads.waiting)}?step=erase`, [
      'OperatorLeads.erase.title',
      'OperatorLeads.erase.confirm',
    ]),
    page('lead-chat', 'A lead of a conversation, to be erased', `${leadPath(sampleLeads.chat)}?step=erase`, [
      'OperatorLeads.erase.alone',
      'OperatorLeads.transcript',
      'OperatorLeads.wholeConversation',
      'OperatorLeads.updated',
    ]),
    page('lead-gone', 'A lead that is gone', leadPath('00000000-0000-4000-8000-000000000000'), ['OperatorLeads.gone']),
    page('questions', 'Questions', questions, ['OperatorQuestions.title', 'OperatorQuestions.older']),
    {
      ...page('question-copied', 'A question was copied', questions, ['OperatorQuestions.copied']),
      steps: () => [{ click: '.console-rows details p.row button' }],
    },
    page('questions-older', 'Older conversations', `${questions}?before=${Date.now()}_${sampleConversations.whole}`, [
      'OperatorQuestions.newer',
    ]),
    page('question-dismissed', 'A question was removed', `${questions}?done=dismissed`, [
      'OperatorQuestions.dismissed',
    ]),
    page('question-gone', 'A question is gone', `${questions}?problem=gone`, ['OperatorQuestions.gone']),
    empty('questions-empty', 'No conversation', questions, ['OperatorQuestions.noConversations']),
    page('conversation', 'A conversation', conversationPath(sampleConversations.whole), ['OperatorQuestions.lead']),
    page('conversation-erased', 'A conversation without its lead', conversationPath(sampleConversations.withoutLead), [
      'OperatorQuestions.noLead',
    ]),
    page('conversation-gone', 'A conversation that is gone', conversationPath('sample.conversation.gone'), [
      'OperatorQuestions.noMessages',
    ]),
    page('reports', 'Reports', reports, ['OperatorReports.title', 'OperatorReports.untitled']),
    empty('reports-empty', 'No report yet', reports, ['OperatorReports.noReports', 'OperatorReports.noDrafts']),
    page('report-new', 'A new report', draftPath('new'), ['OperatorReports.newTitle']),
    page('draft-incomplete', 'A draft that is not complete', draftPath(sampleDrafts.incomplete), [
      'OperatorReports.preview.incomplete',
    ]),
    {
      ...page('draft', 'A draft, with its preview, to be deleted', draftPath(sampleDrafts.complete), [
        'OperatorReports.draftTitle',
        'OperatorReports.sameMonth',
        'OperatorReports.preview.intro',
        'OperatorReports.discardConfirm',
      ]),
      steps: () => [{ click: '.console-details summary' }],
    },
    page('health', 'Health', health, ['Operator.health.title']),
    empty('health-empty', 'Health without leads', health, ['Operator.health.deliveries.none']),
    {
      ...page('away', 'The database is away', overview, ['Operator.unavailable.title']),
      settings: { DATABASE_URL: sampleDatabases.away },
    },
    { id: 'operator-outcomes', name: 'What is said after each action', rendered: 'outcomes', shows: [] },
    { id: 'operator-sign-in-forms', name: 'Signing in fails', rendered: 'signInForms', shows: [] },
    { id: 'operator-note-changed', name: 'Two people wrote a note', rendered: 'noteChanged', shows: [] },
    { id: 'operator-healths', name: 'Health with everything wrong, and with nothing', rendered: 'healths', shows: [] },
  ],
}

function page(id: string, name: string, path: string, shows: string[]): PageState {
  return { id: `operator-${id}`, name, path, shows, signedIn: true }
}

function empty(id: string, name: string, path: string, shows: string[]): PageState {
  return { ...page(id, name, path, shows), settings: { DATABASE_URL: sampleDatabases.empty } }
}
