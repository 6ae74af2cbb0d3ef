import { createServer } from 'node:http'
import { doIUseEmail } from '@jsx-email/doiuse-email'
import { parse } from 'parse5'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readLook } from '@/lib/brand/look'
import { releaseLeads } from '@/lib/leads/delivery/requeue-store'
import { phoneLinks, phoneNumbersIn } from '@/lib/leads/phone-numbers'
import { explainFailure } from '@/lib/outbox/failure'
import { catalog } from '../support/catalog'
import { storeChatLead } from '../support/chat-leads'
import { deliveriesOf, runSql } from '../support/database'
import { deliverDue } from '../support/deliver-due'
import { startReceivers, storeLead, suspected } from '../support/delivery'
import { expectTexts } from '../support/expect-texts'
import { setForTest } from '../support/settings'
import {
  decodeMail,
  listen,
  onlyMail,
  readMail,
  startMailSink,
} from '../support/sinks'

const mailSink = await startMailSink()
await startReceivers(mailSink, { LEADS_WEBHOOK_URL: '', LEADS_DIGEST: 'false' })

const { palette } = readLook('brands/halcrest')

async function storeLeadOfJuly(
  changes: Record<string, string> = {},
  admission = {},
) {
  const lead = await storeLead(
    { email: 'ada+gold@bank.example', ...changes },
    admission,
  )
  await runSql(
    'UPDATE Lead SET receivedAt = ?',
    '2026-07-01T18:30:00.000+00:00',
  )
  return lead
}

/** Delivers, and returns the headers, plain text and HTML of the only mail. */
async function startReceiversSales() {
  await deliverDue()
  const mail = onlyMail(mailSink)
  const [text = '', html = ''] = decodeMail(mail).split('<!doctype html>')
  const page = `<!doctype html>${html.slice(0, html.indexOf('</html>'))}</html>`
  return { headers: readMail(mail).headers, text, html: page }
}

describe('connections to the mail server', () => {
  it('greet it with the site’s own host name', async () => {
    setForTest({ SITE_URL: 'https://www.acme.example' })
    await storeLeadOfJuly()

    await deliverDue()

    expect([...mailSink.greetings]).toEqual(['www.acme.example'])
  })

  it('are at most three at once', async () => {
    for (let count = 0; count < 10; count++) await storeLeadOfJuly()

    await deliverDue()

    expect(mailSink.mails).toHaveLength(10)
    expect(mailSink.mostAtOnce).toBeLessThanOrEqual(3)
  })
})

describe('the mail to sales', () => {
  const message = 'First  line\n\n  <b>second</b> & "third"'

  /** Sends a lead with markup in its fields, and returns its mail. */
  async function mailOfMarkup() {
    const context = { utm_source: 'newsletter' }
    const { reference } = await storeLeadOfJuly(
      { name: 'Ada Martin', company: '<i>Bank', message },
      { context },
    )
    const { headers, text, html } = await startReceiversSales()
    const plain = text
      .slice(text.indexOf('Halcrest · '))
      .replaceAll('\r\n', '\n')
    return { reference, subject: headers.get('subject'), plain, html }
  }

  it('starts with the unchanged message, before its sender', async () => {
    const { reference, subject, plain } = await mailOfMarkup()

    expect(subject).toBe(`Halcrest: Ada Martin, <i>Bank (lead ${reference})`)
    const expected = `Halcrest · New lead\n\n${message}\n\nName: Ada Martin\nCompany: <i>Bank\nEmail: `
    expect(plain.slice(0, expected.length)).toBe(expected)
  })

  it('states the language, the campaign and the office time', async () => {
    const { plain } = await mailOfMarkup()

    expect(plain).toContain(
      `Language: French (Français)\n${catalog('en').LeadContext.utm_source}: newsletter\nReceived`,
    )
    expect(plain).toMatch(
      /Received: Wednesday, July 1, 2026 at 2:30\sPM EDT \(2026-07-01 18:30 UTC\)/,
    )
    expect(plain).not.toContain('Quarantine:')
  })

  it('escapes markup in HTML', async () => {
    const { html } = await mailOfMarkup()

    const typed =
      '>First  line<br><br>  &#60;b&#62;second&#60;/b&#62; &#38; &#34;third&#34;</div>'
    expect(html).toContain(typed)
    expect(html.indexOf(typed)).toBeLessThan(
      html.indexOf('&#60;i&#62;Bank</td>'),
    )
  })

  it('links to reply, call and open the console', async () => {
    const { reference, plain, html } = await mailOfMarkup()

    const subject = encodeURIComponent(
      `Re: Votre message à Halcrest (${reference})`,
    )
    const address = `http://localhost:3000/operator/leads/${reference}`
    expectTexts(html, [
      `href="mailto:ada%2Bgold@bank.example?subject=${subject}"`,
      'href="tel:+33199001234"',
      `href="${address}"`,
    ])
    expect(plain).toContain(`Open in the console: ${address}`)
  })

  it('uses the language of sales in its text and links', async () => {
    setForTest({ LEADS_LANGUAGE: 'es' })
    const { reference } = await storeLeadOfJuly()

    const { text, html } = await startReceiversSales()

    expect(text).toContain('Idioma: francés (Français)')
    expect(text).toContain('Recibido: miércoles, 1 de julio de 2026')
    expect(html).toContain('<html lang="es">')
    expect(html).toContain(
      `href="http://localhost:3000/es/operator/leads/${reference}"`,
    )
  })

  it('says when a lead was released from quarantine', async () => {
    const { id } = await storeLeadOfJuly({ language: 'en' }, suspected)
    await releaseLeads([id], 'alice')
    const released = "UPDATE LeadEvent SET at = ? WHERE kind = 'released'"
    await runSql(released, '2026-07-02T08:00:00.000+00:00')
    const { text } = await startReceiversSales()

    expect(text).toMatch(
      /Quarantine: Released on Thursday, July 2, 2026 at 4:00\sAM EDT/,
    )
    expect(text).toMatch(/Language: English\r\n/)
  })

  it.each([
    {
      heading: 'Eve, A Bank',
      details: { name: 'Eve', company: 'A Bank', email: 'eve@bank.example' },
    },
    {
      heading: 'eve@bank.example',
      details: { email: 'eve@bank.example', phone: '+33 1 99 00 12 34' },
    },
    {
      heading: '+33 1 99 00 12 34',
      details: { phone: '+33 1 99 00 12 34' },
    },
    { heading: 'A Bank', details: { company: 'A Bank', phone: '123456' } },
  ])(
    'identifies the sender of a chat as “$heading”',
    async ({ heading, details }) => {
      await storeChatLead({ language: 'fr', ...details })

      const { headers, html } = await startReceiversSales()

      expect(headers.get('subject')).toContain(`: ${heading}, request for`)
      expect(html.match(/<h1[^>]*>(.*)<\/h1>/)?.[1]).toBe(heading)
      expect(headers.has('reply-to')).toBe('email' in details)
      expect(html.includes('mailto:')).toBe('email' in details)
    },
  )
})

it('the mail about a lead without any details names its reference', async () => {
  const id = await storeChatLead({})

  const { html } = await startReceiversSales()

  const reference = id.slice(0, 8).toUpperCase()
  expect(html.match(/<h1[^>]*>(.*)<\/h1>/)?.[1]).toBe(reference)
})

it('the mail about a lead without a message leaves no room for one', async () => {
  await storeChatLead({ message: '', phone: '+33 1 99 00 12 34' })

  const { text, html } = await startReceiversSales()

  const heading = catalog('en').SalesMail.chatHeading
  expect(text.replaceAll('\r\n', '\n')).toContain(
    `Halcrest · ${heading}\n\nPhone: +33 1 99 00 12 34\n`,
  )
  expect(html).not.toContain('></div>')
})

it.each([
  ['+49 30 901820 / +49 30 901821', ['tel:+4930901820', 'tel:+4930901821']],
  ['+49 30 901820 / 901821', []],
  ['+49 30/901820', ['tel:+4930901820']],
  ['+33 (0)1 99 00 12 34', ['tel:+33199001234']],
  ['+33 1‑99‑00‑12‑34', ['tel:+33199001234']],
  ['+44 (0)20 7946 0018 ext. 12', ['tel:+442079460018;ext=12']],
  ['+٤٩ ٣٠ ٩٠١٨٢٠', ['tel:+4930901820']],
  ['＋４９ ３０ ９０１８２０', ['tel:+4930901820']],
  // Links a number without a country code only in the console, because a mail
  // may be read in another country.
  ['01 99 00 12 34', [], ['tel:0199001234']],
  ['01 99 00 12 34 / 35', []],
  ['call me 12 34 56', []],
])(
  'the phone numbers in %j are linked to %j',
  (phone, links, inConsole = links) => {
    expect(phoneNumbersIn(phone, 'en').map(({ href }) => href)).toEqual(links)
    expect(phoneLinks(phone, 'en').map(({ href }) => href)).toEqual(inConsole)
  },
)

describe('the HTML of the sales mail', () => {
  // Features that fail without harm: programs without dark colors show the
  // light ones, programs that replace the body take colors and font from the
  // tables, and programs that force underlines underline the buttons.
  const niceties =
    /@media|word-break|overflow-wrap|prefers-color-scheme|white-space|color-scheme|<body>|role attribute|text-decoration/

  it('uses only HTML and CSS that Can I email lists as supported', async () => {
    await storeLeadOfJuly()
    const { html } = await startReceiversSales()
    const emailClients = [
      'gmail.*',
      'outlook.*',
      'apple-mail.*',
      'yahoo.*',
      'protonmail.*',
      'thunderbird.*',
    ] as never
    const result = doIUseEmail(html, { emailClients })
    const errors = result.success ? [] : result.errors

    expect(errors.filter((error) => !niceties.test(error))).toEqual([])
  })

  it('wraps long words', async () => {
    await storeLeadOfJuly({
      message: `https://example.com/${'a'.repeat(500)}`,
      company: 'b'.repeat(200),
    })

    const { html } = await startReceiversSales()

    for (const text of ['https://example.com/aaa', 'bbbb']) {
      const [, style = ''] =
        html.match(
          new RegExp(`<(?:td|div|p)[^>]*style="([^"]*)"[^>]*>${text}`),
        ) ?? []
      expect(style).toContain('word-break: break-word')
    }
  })

  it('is valid HTML that loads nothing', async () => {
    await storeLeadOfJuly()

    const { html } = await startReceiversSales()

    const errors: string[] = []
    parse(html, { onParseError: ({ code }) => errors.push(code) })
    expect(errors).toEqual([])
    expect(html).not.toMatch(
      /<(img|script|link|iframe|svg|form|input)\b|url\(|\bsrc=/,
    )
    for (const [table] of html.matchAll(/<table[^>]*>/g))
      expect(table).toContain('role="presentation"')
  })

  it('has the brand’s colors, light and dark', async () => {
    await storeLeadOfJuly()

    const { html } = await startReceiversSales()

    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain(`background-color: ${palette.light.paper}`)
    const [, darkStyles = ''] = html.split(
      '@media (prefers-color-scheme: dark)',
    )
    expect(darkStyles.slice(0, darkStyles.indexOf('</style>'))).toContain(
      `background-color: ${palette.dark.paper}`,
    )
    for (const [, name] of html.matchAll(/class="([^"]+)"/g))
      expect(darkStyles).toContain(`.${name} {`)
  })
})

describe('a mail server', () => {
  const password = 'only-for-tests'

  /**
   * Starts a mail server that requires a password and records each one it gets.
   */
  async function startMailServer(disabledCommands: string[]) {
    const passwords: unknown[] = []
    const { port, close } = await startMailSink(0, {
      disabledCommands,
      authOptional: false,
      // Accepts passwords without TLS, because the client itself must refuse to
      // send them unencrypted.
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        passwords.push(password)
        done(null, { user: username })
      },
    })
    return { port, close, passwords }
  }

  /** Tries to deliver a lead and returns the outcome that the console shows. */
  async function deliverBy(address: string, plaintext = '') {
    setForTest({ SMTP_URL: address, SMTP_ALLOW_PLAINTEXT: plaintext })
    const { id } = await storeLeadOfJuly()
    await deliverDue()
    const { deliveredAt, lastError } = (await deliveriesOf(id)).mail ?? {}
    return deliveredAt ? 'delivered' : explainFailure(lastError ?? '').kind
  }

  const addressAt = (port: number) =>
    `smtp://site:${password}@127.0.0.1:${port}`

  it('gets no password or mail over an unverified connection', async () => {
    const [plain, encrypted] = [
      await startMailServer(['STARTTLS']),
      await startMailServer([]),
    ]
    onTestFinished(async () => {
      await Promise.all([plain.close(), encrypted.close()])
    })
    // Discards the warning of smtp-server that its default certificate is
    // public.
    vi.mocked(console.error).mockClear()

    const errors = [
      await deliverBy(addressAt(plain.port)),
      await deliverBy(addressAt(encrypted.port)),
    ]

    expect(errors).toEqual([
      'starttls',
      expect.stringMatching(/^(certificate|expired)$/),
    ])
    expect(plain.passwords).toEqual([])
    expect(encrypted.passwords).toEqual([])
  })

  it('gets the password unencrypted if SMTP_ALLOW_PLAINTEXT is set', async () => {
    const plain = await startMailServer(['STARTTLS'])
    onTestFinished(plain.close)

    const outcome = await deliverBy(addressAt(plain.port), 'true')

    expect(outcome).toBe('delivered')
    expect(plain.passwords).toEqual([password])
  })

  it('is reported if its port is closed', async () => {
    const { port, close } = await listen(createServer())
    await close()

    expect(await deliverBy(`smtp://127.0.0.1:${port}`)).toBe('port')
  })

  it('is reported if it does not speak TLS', async () => {
    expect(await deliverBy(`smtps://127.0.0.1:${mailSink.port}`)).toBe('tls')
  })
})
