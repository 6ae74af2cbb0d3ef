import { createTranslator } from 'next-intl'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hourMs } from '@/lib/durations'
import { changeEnvironment } from '@/lib/env'
import { countDeliveries, countWaiting } from '@/lib/leads/count-store'
import { splitName } from '@/lib/leads/delivery/person-name'
import { retryLeads } from '@/lib/leads/delivery/requeue-store'
import { sendTest } from '@/lib/leads/delivery/test-message'
import { log } from '@/lib/log'
import { catalog } from '../support/catalog'
import { changeStoredChatLead, storeChatLead } from '../support/chat-leads'
import { validContact } from '../support/contact'
import { deliveriesOf } from '../support/database'
import { deliverDue } from '../support/deliver-due'
import { forgetLeads, storeLead, suspected } from '../support/delivery'
import { startReceiver } from '../support/receiver'
import { setForTest } from '../support/settings'

const receivers = {
  // https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/v3-legacy/submit-data-unauthenticated
  hubspot: await startReceiver({
    status: 200,
    body: '{"inlineMessage":"Thanks for submitting the form."}',
  }),
  salesforce: await startReceiver({
    status: 200,
    headers: { 'Is-Processed': 'true' },
  }),
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  slack: await startReceiver({ status: 200, body: 'ok' }),
}
type Name = keyof typeof receivers
const names = Object.keys(receivers) as Name[]
const addressOf = (name: Name) => `http://127.0.0.1:${receivers[name].port}`

const form =
  '/submissions/v3/integration/submit/1234567/12345678-90ab-cdef-1234-567890abcdef'
const secret = 'T00000000/B00000000/only-for-tests-secret'
changeEnvironment({
  SMTP_URL: '',
  LEADS_WEBHOOK_URL: '',
  LEADS_HUBSPOT_URL: addressOf('hubspot') + form,
  LEADS_SALESFORCE_URL: `${addressOf('salesforce')}/servlet/servlet.WebToLead?encoding=UTF-8&orgId=00D000000000001`,
  LEADS_SLACK_URL: `${addressOf('slack')}/services/${secret}`,
})

const t = createTranslator({
  locale: 'en',
  messages: catalog('en'),
  namespace: 'SalesMail',
})

beforeEach(async () => {
  await forgetLeads()
  for (const name of names) receivers[name].reset()
})

afterAll(async () => {
  await Promise.all(names.map((name) => receivers[name].close()))
})

const storeAda = (changes: Record<string, string> = {}, admission = {}) =>
  storeLead(
    { name: 'Ada King Martin', email: 'ada@bank.example', ...changes },
    admission,
  )

const hubspotSubmission = (index = 0) =>
  JSON.parse(receivers.hubspot.requests[index]?.body ?? '')

function hubspotFields(index = 0): Record<string, string> {
  const { fields } = hubspotSubmission(index)
  return Object.fromEntries(
    fields.map(({ name, value }: { name: string; value: string }) => [
      name,
      value,
    ]),
  )
}

const salesforceFields = (index = 0) =>
  new URLSearchParams(receivers.salesforce.requests[index]?.body)
const slackMessage = (index = 0) =>
  JSON.parse(receivers.slack.requests[index]?.body ?? '')
const slackText = (index = 0): string => slackMessage(index).text

describe('a lead', () => {
  it('is submitted to the HubSpot form as JSON', async () => {
    await storeAda()

    await deliverDue()

    const [request] = receivers.hubspot.requests
    expect(request?.path).toBe(form)
    expect(request?.headers['content-type']).toBe('application/json')
  })

  it('is submitted to HubSpot on a separate connection', async () => {
    await storeAda()

    await deliverDue()

    // Reuses no connection, because the receiver may be closing it.
    const [request] = receivers.hubspot.requests
    expect(request?.headers.connection).toBe('close')
  })

  it('is submitted to HubSpot with its time and the page of its form', async () => {
    const { receivedAt } = await storeAda()

    await deliverDue()

    const { context, submittedAt } = hubspotSubmission()
    expect(Number(submittedAt)).toBe(receivedAt.getTime())
    expect(context).toEqual({
      pageUri: 'http://localhost:3000/fr/contact',
      pageName: catalog('fr').Metadata.contact.title,
    })
  })

  it('is submitted to HubSpot with only the fields that every account has', async () => {
    const { reference } = await storeAda({ message: 'Two lines\nof text' })
    await deliverDue()
    const { fields } = hubspotSubmission()
    expect(fields[0]).toEqual({
      objectTypeId: '0-1',
      name: 'email',
      value: 'ada@bank.example',
    })
    expect(hubspotFields()).toMatchObject({
      firstname: 'Ada King',
      lastname: 'Martin',
      company: validContact.company,
    })
    expect(Object.keys(hubspotFields())).toEqual([
      'email',
      'firstname',
      'lastname',
      'company',
      'phone',
      'message',
    ])

    const { message } = hubspotFields()
    expect(message).toMatch(/^Two lines\nof text\n\n/)
    expect(message).toContain(`/operator/leads/${reference}`)
    expect(message).not.toContain('ada@bank.example')
  })

  it.each([
    ['/es/contact', 'http://localhost:3000/es/contact', 'es'],
    ['/ada@bank.example', 'http://localhost:3000/contact', 'en'],
  ] as const)(
    'is submitted to HubSpot with consent and the page of its form: %s',
    async (form_page, pageUri, locale) => {
      await storeAda({}, { context: { form_page } })
      await deliverDue()
      const { context, legalConsentOptions } = hubspotSubmission()
      const { Metadata, ContactForm } = catalog(locale)

      expect(context).toEqual({ pageUri, pageName: Metadata.contact.title })
      expect(legalConsentOptions).toEqual({
        consent: {
          consentToProcess: true,
          text: ContactForm.privacy,
          communications: [],
        },
      })
    },
  )

  it('is submitted to HubSpot with its campaign in fields', async () => {
    await storeAda(
      {},
      { context: { utm_source: 'spring-mail', time_zone: 'UTC' } },
    )

    await deliverDue()

    expect(hubspotFields()).toMatchObject({ utm_source: 'spring-mail' })
    expect(hubspotFields()).not.toHaveProperty('time_zone')
    expect(hubspotFields().message).not.toContain('spring-mail')
  })

  it('is submitted to HubSpot again if the form lacks the campaign fields', async () => {
    receivers.hubspot.answer = {
      status: 400,
      body: '{"errors":[{"errorType":"FIELD_NOT_IN_FORM_DEFINITION"}]}',
    }
    await storeAda({}, { context: { utm_source: 'spring-mail' } })
    await deliverDue()

    expect(receivers.hubspot.requests).toHaveLength(2)
    expect(hubspotFields(1)).not.toHaveProperty('utm_source')
    expect(hubspotFields(1).message).toContain('spring-mail')
    expect((await deliveriesOf()).hubspot?.lastError).toBe(
      'HTTP 400 FIELD_NOT_IN_FORM_DEFINITION',
    )
  })

  it('is posted to Salesforce like a web form, with fields cut to their maximum', async () => {
    const { reference } = await storeAda({
      company: 'B'.repeat(200),
      name: `${'A'.repeat(60)} ${'M'.repeat(100)}`,
    })
    await deliverDue()
    const path =
      '/servlet/servlet.WebToLead?encoding=UTF-8&orgId=00D000000000001'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }

    expect(receivers.salesforce.requests).toMatchObject([{ path, headers }])
    expect(Object.fromEntries(salesforceFields())).toMatchObject({
      oid: '00D000000000001',
      encoding: 'UTF-8',
      email: 'ada@bank.example',
      phone: validContact.phone,
      first_name: 'A'.repeat(40),
      last_name: 'M'.repeat(80),
      company: 'B'.repeat(200),
      description: expect.stringContaining(reference),
    })
  })

  it('is posted to Slack as one message, with the visitor’s markup escaped', async () => {
    const message = '<!channel> <https://evil.example|ours> a & b @channel'
    await storeAda({ message })

    await deliverDue()

    expect(slackText()).toContain(
      '&lt;!channel&gt; &lt;https://evil.example|ours&gt; a &amp; b @\u200bchannel',
    )
    expect(slackText()).toContain('ada@bank.example')
  })

  it('is posted to Slack as one message with at most 4,000 characters', async () => {
    await storeAda({ message: `<!channel> ${'x'.repeat(4900)}` })

    await deliverDue()

    const text = slackText()
    const written = text.replace(/&(lt|gt|amp);/g, '&').replaceAll('\u200b', '')
    expect(written).toHaveLength(4000)
    const address = 'http://localhost:3000/operator/leads/[0-9A-F]{8}'
    expect(text).toMatch(
      new RegExp(
        `^Halcrest: Ada King Martin.*x…\n\nName: .*\n\n${address}$`,
        's',
      ),
    )
  })

  it('is posted to Slack as blocks without markup, each within Slack’s limit', async () => {
    const { reference } = await storeAda({
      message: `<!channel> *bold* a & b\n\n${'x'.repeat(4900)}`,
    })
    await deliverDue()
    const [header, first, second, facts, link] = slackMessage().blocks

    expect(header).toMatchObject({
      type: 'header',
      text: { type: 'plain_text', text: expect.stringContaining(reference) },
    })
    expect(first.text).toEqual({
      type: 'plain_text',
      emoji: false,
      text: '&lt;!channel&gt; *bold* a &amp; b',
    })
    expect(second.text.text).toHaveLength(3000)
    expect(facts.fields[0].text).toBe('Name\nAda King Martin')
    expect(link.text).toEqual({
      type: 'mrkdwn',
      text: `<http://localhost:3000/operator/leads/${reference}|${t('open')}>`,
    })
  })

  it('is posted to Slack with as much of its message as fits after escaping', async () => {
    await storeAda({ message: '&'.repeat(2000) })
    await deliverDue()
    const [, section] = slackMessage().blocks

    expect(section.text.text).toBe(`${'&amp;'.repeat(599)}…`)
  })

  /** Stores a lead and posts it to a workflow instead of Slack. */
  async function saveForTeams(changes: Record<string, string>) {
    const workflow =
      '/powerautomate/automations/direct/workflows/1a2b/triggers/manual/paths/invoke?api-version=1&sig=only-for-tests'
    setForTest({ LEADS_SLACK_URL: addressOf('slack') + workflow })
    receivers.slack.answer = { status: 202 }
    const saved = await storeAda(changes)
    await deliverDue()
    return saved
  }

  it('is posted to a Microsoft Teams workflow as an Adaptive Card', async () => {
    const { reference } = await saveForTeams({ message: '**not bold**' })

    expect((await deliveriesOf()).slack).toMatchObject({
      deliveredAt: expect.any(String),
      lastError: null,
    })
    const { type, attachments } = slackMessage()
    const [{ contentType, content }] = attachments
    expect({ type, contentType }).toEqual({
      type: 'message',
      contentType: 'application/vnd.microsoft.card.adaptive',
    })
    expect(content.body[1].inlines).toEqual([
      { type: 'TextRun', text: '**not bold**' },
    ])
    expect(content.actions).toEqual([
      {
        type: 'Action.OpenUrl',
        title: t('open'),
        url: `http://localhost:3000/operator/leads/${reference}`,
      },
    ])
  })

  it('keeps the order of its row in a chat even with a right-to-left name', async () => {
    const company = 'שרכה (Gulf)'
    await storeAda({ company })
    await deliverDue()
    await saveForTeams({ company })

    expect(slackText()).toContain(`${t('company')}: \u2068${company}\u2069`)
    const [{ content }] = slackMessage(1).attachments
    expect(content.body).toContainEqual({
      type: 'RichTextBlock',
      inlines: [
        expect.objectContaining({ text: `${t('company')}: ` }),
        { type: 'TextRun', text: `\u2068${company}\u2069` },
      ],
    })
  })

  const inChat = {
    language: 'fr',
    message: 'Please call me',
    phone: '+33 1 99 00 12 34',
  } as const

  it('from the chat reaches every service with only a phone number', async () => {
    await storeChatLead(inChat)

    await deliverDue()

    expect(Object.keys(hubspotFields())).toEqual(['phone', 'message'])
    expect(Object.fromEntries(salesforceFields())).toMatchObject({
      last_name: '+33 1 99 00 12 34',
      company: '[not provided]',
    })
    expect(salesforceFields().get('email')).toBeNull()
    expect(slackText()).toContain(
      `\n\n${t('phone')}: +33 1 99 00 12 34\n${t('language')}: French (Français)`,
    )
  })

  it('from the chat reaches every service again if the visitor changes it', async () => {
    const id = await storeChatLead(inChat)
    await deliverDue()
    const changed = { name: 'Eve', email: 'eve@bank.example' }

    await changeStoredChatLead({ ...inChat, ...changed })
    await deliverDue()

    expect(Object.keys(hubspotFields(1))).toEqual([
      'email',
      'lastname',
      'phone',
      'message',
    ])
    expect(hubspotFields(1).lastname).toBe('Eve')
    expect(salesforceFields(1).get('company')).toBe('bank.example')
    const reference = id.slice(0, 8).toUpperCase()
    expect(slackText(1)).toContain(
      t('chatUpdateSubject', { reference, sender: 'Eve' }),
    )
  })
})

describe('a receiver', () => {
  const notProcessed = {
    'Is-Processed':
      'true Exception:common.exception.SalesforceGenericException',
  }
  const missing =
    '{"status":"error","errors":[{"message":"ada@bank.example","errorType":"REQUIRED_FIELD"}]}'
  const refusals = [
    ['hubspot', { status: 400, body: missing }, 'HTTP 400 REQUIRED_FIELD'],
    [
      'hubspot',
      { status: 400, body: missing.replace('REQUIRED_FIELD', 'BLOCKED_EMAIL') },
      'HTTP 400 BLOCKED_EMAIL',
    ],
    ['slack', { status: 404, body: 'no_service' }, 'HTTP 404 no_service'],
    [
      'slack',
      { status: 410, body: 'channel_is_archived\n' },
      'HTTP 410 channel_is_archived',
    ],
    // Answers 200, because Salesforce reports the failure in a header.
    ['salesforce', { status: 200, headers: notProcessed }, 'NOT_PROCESSED'],
  ] as const

  it.each(refusals)(
    'that refuses for good gets no further attempt: %s',
    async (name, answer, lastError) => {
      receivers[name].answer = answer
      await storeAda()

      await deliverDue()

      expect((await deliveriesOf())[name]).toMatchObject({
        lastError,
        dueAt: null,
        deliveredAt: null,
      })
      expect(await countWaiting()).toMatchObject({
        abandoned: 1,
        undelivered: 0,
      })
    },
  )

  it.each(refusals)(
    'that has refused for good gets the lead after a retry: %s',
    async (name, answer) => {
      receivers[name].answer = answer
      const { id } = await storeAda()
      await deliverDue()
      receivers[name].reset()

      const retried = await retryLeads([id], 'alice')
      const attempts = await deliverDue()

      expect(retried).toEqual([id])
      expect(attempts).toBe(1)
      expect((await deliveriesOf())[name]).toMatchObject({
        lastError: null,
        dueAt: null,
        abandonedAt: null,
        deliveredAt: expect.any(String),
      })
    },
  )

  it('leaves only its status in the log and database if it echoes the lead', async () => {
    const lines = [
      vi.spyOn(log, 'warn'),
      vi.spyOn(log, 'info'),
      vi.spyOn(log, 'error'),
    ]
    await storeAda()
    const body = `{"errors":[{"errorType":"ada@bank.example ${secret}"}]} ada@bank.example ${secret}`
    for (const name of names) receivers[name].answer = { status: 400, body }
    await deliverDue()
    const deliveries = await deliveriesOf()
    expect(names.map((name) => deliveries[name]?.lastError)).toEqual([
      'HTTP 400',
      'HTTP 400',
      'HTTP 400',
    ])

    const logged = JSON.stringify(lines.map(({ mock }) => mock.calls))
    expect(logged).toContain('HTTP 400')
    expect(logged).not.toMatch(
      /bank\.example|only-for-tests-secret|00D000000000001|12345678-90ab/,
    )
  })

  it('is attempted again later if it hangs up or fails', async () => {
    await storeForFailingReceivers()

    await deliverDue()

    expect(receivers.slack.requests.map(({ path }) => path)).toEqual([
      `/services/${secret}`,
    ])
    expect(await countDeliveries()).toMatchObject({
      waiting: { hubspot: 1, salesforce: 1, slack: 1, mail: 0 },
    })
  })

  it('is attempted again at once if an operator asks', async () => {
    const { id } = await storeForFailingReceivers()
    await deliverDue()
    for (const name of names) receivers[name].reset()

    const retried = await retryLeads([id], 'alice')
    const attempts = await deliverDue()
    const again = await retryLeads([id], 'alice')

    expect(retried).toEqual([id])
    expect(attempts).toBe(3)
    expect(again).toEqual([])
    expect(await countWaiting()).toMatchObject({ undelivered: 0, abandoned: 0 })
  })

  function storeForFailingReceivers() {
    receivers.hubspot.answer = 'hang-up'
    receivers.salesforce.answer = { status: 500 }
    receivers.slack.answer = { status: 503 }
    return storeAda()
  }

  it.each([
    {
      condition: 'seconds',
      retryAfter: '1800',
      least: 1_790_000,
      most: 1_800_000,
    },
    {
      condition: 'a date',
      retryAfter: new Date(Date.now() + 1_800_000).toUTCString(),
      least: 1_700_000,
      most: 1_800_000,
    },
    {
      condition: 'more than an hour',
      retryAfter: '999999999',
      least: 3_590_000,
      most: 3_600_000,
    },
  ])(
    'with a rate limit is retried after its Retry-After, at most an hour: $condition',
    async ({ retryAfter, least, most }) => {
      await storeAda()
      receivers.slack.answer = {
        status: 429,
        headers: { 'Retry-After': retryAfter },
      }
      await deliverDue()
      const { lastError, dueAt } = (await deliveriesOf()).slack ?? {}
      const wait = Date.parse(String(dueAt)) - Date.now()

      expect(lastError).toBe('HTTP 429')
      expect(wait).toBeGreaterThan(least)
      expect(wait).toBeLessThanOrEqual(most)
    },
  )

  it('gets no digest if it only takes leads, unlike Slack', async () => {
    await storeAda({}, suspected)
    await deliverDue()
    await deliverDue(new Date(Date.now() + 2 * hourMs))

    expect(names.map((name) => receivers[name].requests.length)).toEqual([
      0, 0, 1,
    ])
    expect(slackText()).toContain(
      'http://localhost:3000/operator/leads?state=quarantined',
    )
  })
})

it.each([
  {
    name: 'Ada King Martin',
    language: 'en',
    first: 'Ada King',
    last: 'Martin',
  },
  {
    name: 'Ana García López',
    language: 'es',
    first: 'Ana',
    last: 'García López',
  },
  {
    name: 'María José García López',
    language: 'es',
    first: 'María José',
    last: 'García López',
  },
  {
    name: 'José de la Cruz',
    language: 'es',
    first: 'José',
    last: 'de la Cruz',
  },
  { name: 'Ana García', language: 'es', first: 'Ana', last: 'García' },
  {
    name: 'Jan van der Berg',
    language: 'en',
    first: 'Jan',
    last: 'van der Berg',
  },
  {
    name: 'Charles de Gaulle',
    language: 'fr',
    first: 'Charles',
    last: 'de Gaulle',
  },
  {
    name: 'Martin, Ada King',
    language: 'en',
    first: 'Ada King',
    last: 'Martin',
  },
  {
    name: 'GARCIA LOPEZ, María',
    language: 'en',
    first: 'María',
    last: 'GARCIA LOPEZ',
  },
  { name: 'DOE, ANA', language: 'en', first: 'ANA', last: 'DOE' },
  { name: 'Doe, J.P.', language: 'en', first: 'J.P.', last: 'Doe' },
  {
    name: 'Doe, Jane, Ph.D.',
    language: 'en',
    first: 'Jane',
    last: 'Doe, Ph.D.',
  },
  { name: 'Jane Doe, CFO', language: 'en', first: 'Jane', last: 'Doe, CFO' },
  { name: 'Jane Doe, Jr.', language: 'en', first: 'Jane', last: 'Doe, Jr.' },
  {
    name: 'Jane Doe, PhD, CFA',
    language: 'en',
    first: 'Jane',
    last: 'Doe, PhD, CFA',
  },
  {
    name: 'Jane Doe, Head of Treasury',
    language: 'en',
    first: 'Jane',
    last: 'Doe, Head of Treasury',
  },
  {
    name: 'Jean Dupont, DAF',
    language: 'fr',
    first: 'Jean',
    last: 'Dupont, DAF',
  },
  {
    name: 'Ana García López, MBA',
    language: 'es',
    first: 'Ana',
    last: 'García López, MBA',
  },
  {
    name: 'Ana García López MBA',
    language: 'es',
    first: 'Ana',
    last: 'García López MBA',
  },
  { name: 'John Smith III', language: 'en', first: 'John', last: 'Smith III' },
  { name: 'Paulo Neto', language: 'en', first: 'Paulo', last: 'Neto' },
  { name: 'Eve, PhD', language: 'en', first: '', last: 'Eve, PhD' },
  { name: 'Von Berg', language: 'en', first: 'Von', last: 'Berg' },
  { name: 'Eve', language: 'en', first: '', last: 'Eve' },
  { name: '', language: 'en', first: '', last: '' },
])(
  'the visitor’s name $name is split into first and last name in $language',
  ({ name, language, first, last }) => {
    expect(splitName(name, language)).toEqual([first, last])
  },
)

it('every service gets a test message that says it is a test', async () => {
  const sent = await sendTest()
  expect(sent).toEqual(names.map((channel) => ({ channel })))

  const { subject, body } = catalog('en').TestMail
  const title = subject.replace('{brand}', 'Halcrest')

  expect(hubspotFields().message).toContain(body)
  expect(salesforceFields().get('description')).toContain(body)
  expect(slackText()).toBe(`${title}\n\n${body}`)
})
