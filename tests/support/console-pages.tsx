import { ConsoleFrame } from '@/components/operator/console-page'
import { Health } from '@/components/operator/health'
import { Overview } from '@/components/operator/overview'
import { Conversation, Questions } from '@/components/operator/questions'
import { SignIn } from '@/components/operator/sign-in'
import { checkNames } from '@/lib/health/response-schema'
import { loadMessages } from '@/lib/i18n/messages'
import { mapLocales } from '@/lib/i18n/routing'
import type { Delivery } from '@/lib/leads/delivery/store'
import { mapSalesChannels } from '@/lib/leads/delivery/store'
import { consolePaths } from '@/lib/operator/console-paths'
import { renderIn } from './render'

const at = new Date('2026-11-22T18:56:00Z')
const untried = { attempts: 0, dueAt: null, deliveredAt: null, abandonedAt: null, lastError: null }
const findings = [
  'clock',
  'facts',
  'onlyStored',
  'proxy',
  'reportsOpen',
  'secrets',
  'disclosures',
  'quarantine',
] as const

function leadWith(id: string, mail: Partial<Delivery>, webhook: Partial<Delivery>) {
  const deliveries = Object.entries({ mail, webhook }).map(([channel, state]) => ({ ...untried, channel, ...state }))
  return { id, receivedAt: at, deliveries }
}

/** The page of health with everything wrong that can be, and everything right. */
export async function healthPage(): Promise<string> {
  const checks = checkNames.flatMap((name) => [
    { name, ok: true, required: true, value: 3e9, unit: 'bytes free' as const },
    { name, ok: false, required: false, value: 7200, unit: 'seconds' as const },
  ])
  const failing = { attempts: 2, dueAt: at, lastError: 'SMTP 451' }
  const abandoned = { attempts: 9, abandonedAt: at, lastError: 'ECONNREFUSED' }
  const counts = { ...mapSalesChannels(() => 0), mail: 1, webhook: 2, ack: 3 }
  return renderIn(
    'en',
    await loadMessages('en'),
    <Health
      checks={checks}
      deliveries={
        [leadWith('lead-1', failing, abandoned), leadWith('lead-2', { deliveredAt: at }, { dueAt: at })] as never
      }
      queues={{ leads: 9, waiting: counts, abandoned: counts }}
      oldest={at}
      limits={[{ limit: 'LIMIT_CHAT_GLOBAL', count: 12 }]}
      findings={findings.map((name) => ({ name, what: [`what-${name}`] }))}
    />,
  )
}

/** Sessions, questions and conversations in the frame of the console, in French. */
export async function listsPage(): Promise<string> {
  const counts = [{ name: 'new' as const, path: consolePaths.leads, query: { reminder: 'due' as const }, count: 1 }]
  const session = { id: 'a1', createdAt: at, lastSeenAt: at, browser: null, current: false }
  const own = { ...session, id: 'b2', browser: 'Firefox 145, Linux', current: true }
  const found = { id: 'session.1', language: 'es', startedAt: at, lastAt: at, leadId: 'lead-1' }
  const question = { id: 'f00', text: 'Do you <sell> "it"?', count: 3, lastAskedAt: at }
  return renderIn(
    'fr',
    await loadMessages('fr'),
    <ConsoleFrame section="questions" path={consolePaths.questions} query={{ a: 'b c' }} operator="alice">
      <Overview counts={counts} sessions={[own, session]} query={{ done: 'sessions_ended' }} />
      <Questions
        lists={mapLocales(() => ({ total: 2, questions: [question] }))}
        conversations={[found, { ...found, id: 'session.2', leadId: undefined }]}
        query={{}}
      />
      <Conversation found={{ ...found, turns: [{ role: 'user', content: '<b>Hola</b>', sentAt: at }] }} />
    </ConsoleFrame>,
  )
}

export async function signInPage(problem: string): Promise<string> {
  const query = { problem, minutes: '1', to: 'https://evil.example' }
  return renderIn('en', await loadMessages('en'), <SignIn query={query} />)
}
