import type { ReactNode } from 'react'
import { Disclosures } from '@/components/disclosures/disclosures'
import { Health } from '@/components/operator/health'
import { LeadNote } from '@/components/operator/leads/lead-note'
import { Outcome as LeadOutcome } from '@/components/operator/leads/outcome'
import { Outcome as ReportOutcome } from '@/components/operator/reports/outcome'
import { SignIn } from '@/components/operator/sign-in'
import { MetalsTable } from '@/components/product/metals-table'
import { Faq } from '@/components/ui/faq'
import { loadHealth } from '@/lib/console/health'
import { actionResults } from '@/lib/console/leads/actions'
import { loadMessages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { findLead } from '@/lib/leads/list-store'
import { healthPage } from '../../../../tests/support/console-pages'
import { renderIn } from '../../../../tests/support/render'
import { sampleLeads } from '../sample-leads'
import type { RenderedPage } from './page'

const leadProblems = ['note_changed', 'invalid', 'gone']
const reportResults = ['saved', 'added', 'discarded', 'withdrawn', 'restored']
const reportProblems = [
  ...['fields', 'too_large', 'not_pdf', 'no_space', 'malformed', 'rate_limited', 'already_replaced'],
  ...['already_withdrawn', 'not_withdrawn', 'unknown_report', 'key_reused', 'not_found'],
]
const signInProblems = [
  ...['unauthorized', 'rate_limited', 'unavailable', 'not_configured', 'code_required', 'wrong_code'],
]

/** Everything that a brand can disclose, on the sections of pages that show it. */
export function disclosures(locale: Locale): Promise<RenderedPage> {
  return within(
    'product',
    locale,
    <>
      <MetalsTable />
      <Disclosures />
      <Faq id="faq" namespace="HomeFaq" />
    </>,
  )
}

/** What the console says after each action. */
export function outcomes(locale: Locale): Promise<RenderedPage> {
  return within(
    'operator-leads',
    locale,
    <>
      {actionResults.map((done) => (
        <LeadOutcome key={done} query={{ done }} />
      ))}
      {leadProblems.map((problem) => (
        <LeadOutcome key={problem} query={{ problem }} />
      ))}
      {reportResults.map((done) => (
        <ReportOutcome key={done} query={{ done }} />
      ))}
      {reportProblems.map((problem) => (
        <ReportOutcome key={problem} query={{ problem }} />
      ))}
    </>,
  )
}

export function signInForms(locale: Locale): Promise<RenderedPage> {
  return within(
    'operator-sign-in',
    locale,
    <>
      <SignIn query={{ done: 'signed_out' }} />
      {signInProblems.map((problem) => (
        <SignIn key={problem} query={{ problem }} />
      ))}
    </>,
  )
}

export async function noteChanged(locale: Locale): Promise<RenderedPage> {
  const lead = await findLead(sampleLeads.eventful)
  if (!lead) throw new Error('The sample lead is gone.')
  return within('operator-lead-eventful', locale, <LeadNote lead={lead} typed="Writes back on Monday." />)
}

/** Health with everything wrong, and with nothing. */
export async function healths(locale: Locale): Promise<RenderedPage> {
  const sound = <Health {...(await loadHealth())} findings={[]} />
  const html = renderIn(locale, await loadMessages(locale), sound)
  return { title: '', parts: [{ html: await healthPage(locale) }, { html }], within: 'operator-health' }
}

async function within(state: string, locale: Locale, node: ReactNode): Promise<RenderedPage> {
  return { title: '', parts: [{ html: renderIn(locale, await loadMessages(locale), node) }], within: state }
}
