import 'server-only'
import { Counter, Gauge, Histogram, register } from 'prom-client'
import { failureKinds } from '@/lib/chain/failure'

/**
 * Named as recommended at https://prometheus.io/docs/practices/naming/. Labels
 * have few values, none of them chosen by clients, because every combination is
 * stored for as long as the process runs.
 */
export const metrics = {
  requests: registered('site_http_request_duration_seconds', (name) => {
    const help =
      'Seconds from receiving a request’s head to sending the response’s last byte, by kind of address and status.'
    const buckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]
    return new Histogram({
      name,
      help,
      labelNames: ['kind', 'status'],
      buckets,
    })
  }),
  connections: gauge('site_http_connections', 'Open connections.'),
  limitsHit: counter(
    'site_limits_hit_total',
    'Requests refused by a limit, labeled with the limit’s setting.',
    {
      limit: ['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_CLIENT'],
    },
  ),
  keysRefused: counter(
    'site_operator_keys_refused_total',
    'Operator keys refused.',
    {
      reason: ['wrong', 'revoked', 'passkey', 'limit'],
    },
  ),
  unexpectedErrors: counter(
    'site_unexpected_errors_total',
    'Bugs: failed requests and pages, and errors that stopped the server.',
    { kind: ['request', 'page', 'exception', 'rejection'] },
  ),
  leadsReceived: counter('site_leads_received_total', 'Leads stored.', {
    source: [],
    state: [],
  }),
  deliveryAttempts: counter(
    'site_delivery_attempts_total',
    'Deliveries tried.',
    { queue: [], outcome: [] },
  ),
  chatAnswers: counter(
    'site_chat_answers_total',
    'Assistant answers by outcome: answered, unsure, or why the upstream failed.',
    {
      outcome: [],
      language: [],
    },
  ),
  chatRoutes: counter(
    'site_chat_routes_total',
    'Messages that a language model routed, or failed to route.',
    {
      router: ['model', 'fallback'],
    },
  ),
  contactCards: counter(
    'site_contact_cards_total',
    'Contact cards in the chat: shown or sent.',
    {
      outcome: [],
      language: [],
    },
  ),
  leads: gauge('site_leads', 'Leads in the database.'),
  leadsByState: gauge(
    'site_leads_by_state',
    'Leads in the database that need attention.',
    ['state'],
  ),
  deliveries: gauge(
    'site_deliveries',
    'Lead deliveries that are waiting or were given up.',
    ['channel', 'state'],
  ),
  oldestUndelivered: gauge(
    'site_oldest_undelivered_lead_age_seconds',
    'Age of the lead that has waited longest, or 0.',
  ),
  chainReads: counter(
    'site_chain_reads_total',
    'Readings of the tokens outstanding by outcome: read, or why a node’s answer was not used.',
    { outcome: ['read', ...failureKinds] },
  ),
  chainReadingAge: gauge(
    'site_chain_reading_age_seconds',
    'Age of the block at which the tokens outstanding were last read, or the time since the start if they never were.',
  ),
  tokens: gauge(
    'site_tokens_outstanding',
    'Tokens outstanding when last read.',
    ['metal'],
  ),
  tokensAboveAttested: gauge(
    'site_tokens_above_attested_ounces',
    'Tokens outstanding beyond the ounces last attested, or 0.',
    ['metal'],
  ),
  checks: gauge('site_check_ok', 'Whether a check of /readyz succeeds.', [
    'check',
  ]),
  diskFree: gauge(
    'site_disk_free_bytes',
    'Free space on the disk of the database.',
  ),
  build: gauge(
    'site_build_info',
    'Always 1; the labels contain the versions of the site and of Node.',
    ['version', 'node'],
  ),
}

/**
 * Creates a counter that starts at 0 for the given label values, because
 * Prometheus would not see a change from nothing to 1 as an increase.
 */
function counter<Label extends string>(
  name: string,
  help: string,
  labels: Record<Label, string[]>,
) {
  const labelNames = Object.keys(labels) as Label[]
  const created = registered(
    name,
    () => new Counter({ name, help, labelNames }),
  )
  for (const label of labelNames)
    for (const value of labels[label])
      created.inc({ [label]: value } as Record<Label, string>, 0)
  return created
}

function gauge<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[] = [],
) {
  return registered(name, () => new Gauge({ name, help, labelNames }))
}

/**
 * Returns a metric that is already registered, because the server and Next's
 * bundles each load this module but share prom-client's registry.
 */
function registered<Metric>(
  name: string,
  create: (name: string) => Metric,
): Metric {
  return (register.getSingleMetric(name) as Metric | undefined) ?? create(name)
}
