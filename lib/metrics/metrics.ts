import 'server-only'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

// The server and Next's bundles load separate modules, but what they count is exported together.
const holder = globalThis as { metrics?: Metrics }

/** Everything the site counts, in units and with names as https://prometheus.io/docs/practices/naming/ wants them. */
export const metrics: Metrics = holder.metrics ?? createMetrics()
holder.metrics = metrics

type Metrics = ReturnType<typeof createMetrics>

// Labels have few values, and none that a client chooses: each combination is kept for as long as the process runs.
function createMetrics() {
  const registry = new Registry()
  const registers = [registry]

  function counter<Label extends string>(name: string, help: string, labelNames: Label[] = []) {
    return new Counter({ name, help, labelNames, registers })
  }

  // Where a first event matters, its counter starts at 0: from nothing to 1 is no increase.
  function startAt0<Label extends string>(started: Counter<Label>, label: Label, values: readonly string[]) {
    for (const value of values) started.inc({ [label]: value } as Record<Label, string>, 0)
    return started
  }

  function gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []) {
    return new Gauge({ name, help, labelNames, registers })
  }

  return {
    registry,
    requests: new Histogram({
      name: 'site_http_request_duration_seconds',
      help: 'Requests answered, from their head to the last byte of the answer, by kind of address and status.',
      labelNames: ['kind', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    brokenRequests: counter('site_http_broken_requests_total', 'Requests that could not be read.', ['status']),
    connections: gauge('site_http_connections', 'Open connections.'),
    limitsHit: startAt0(
      counter('site_limits_hit_total', 'What a limit refused, by the setting of the limit.', ['limit']),
      'limit',
      ['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_CLIENT'],
    ),
    keysRefused: startAt0(counter('site_operator_keys_refused_total', 'Operator keys refused.', ['reason']), 'reason', [
      'wrong',
      'revoked',
      'code',
      'limit',
    ]),
    leadsReceived: counter('site_leads_received_total', 'Leads stored.', ['source', 'state']),
    deliveryAttempts: counter('site_delivery_attempts_total', 'Deliveries tried.', ['queue', 'outcome']),
    chatAnswers: startAt0(counter('site_chat_answers_total', 'Questions to the assistant.', ['outcome']), 'outcome', [
      'answered',
      'unanswered',
    ]),
    chatContacts: counter('site_chat_contact_requests_total', 'Wishes for contact in the chat.', ['outcome']),
    chatModelAnswers: startAt0(
      counter('site_chat_model_answers_total', 'Questions put to the language model, by what came of it.', ['outcome']),
      'outcome',
      ['answered', 'rejected', 'timeout', 'unavailable', 'open', 'budget', 'left'],
    ),
    leads: gauge('site_leads', 'Leads in the database.'),
    leadsByState: gauge('site_leads_by_state', 'Leads in the database that want attention.', ['state']),
    deliveries: gauge('site_deliveries', 'Deliveries of leads that wait or were given up.', ['channel', 'state']),
    oldestUndelivered: gauge('site_oldest_undelivered_lead_age_seconds', 'Age of the lead that waits longest, or 0.'),
    checks: gauge('site_check_ok', 'Whether a check of /readyz succeeds.', ['check']),
    diskFree: gauge('site_disk_free_bytes', 'Free space where the database is.'),
    build: gauge('site_build_info', 'Always 1; the labels say what runs.', ['version', 'build', 'node']),
  }
}
