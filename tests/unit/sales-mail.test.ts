import { randomUUID } from 'node:crypto'
import { doIUseEmail } from '@jsx-email/doiuse-email'
import { parse } from 'parse5'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContactInput } from '@/lib/leads/schema'
import { validContact } from '../support/contact'
import { deliverTo } from '../support/delivery'
import { decodeMail, readMail, startMailSink } from '../support/sinks'
import { openTestDatabase } from '../support/test-database'

const mailSink = await startMailSink()
await deliverTo(mailSink, { LEADS_WEBHOOK_URL: '' })

const { changeEnvironment } = await import('@/lib/env')
const { releaseLead, saveLead } = await import('@/lib/leads/store')
const { createChatLead } = await import('@/lib/leads/chat-store')
const { deliverDue } = await import('@/lib/leads/delivery/deliver')
const { readLook } = await import('@/lib/brand/look')

const database = openTestDatabase()
const { palette } = readLook('brands/halcrest')

beforeEach(() => {
  database.exec('DELETE FROM Lead; DELETE FROM LeadEvent')
})

afterEach(() => changeEnvironment({ LEADS_LANGUAGE: undefined }))

afterAll(() => database.close())

async function save(changes: Record<string, string> = {}, admission = {}) {
  const contact: ContactInput = { ...validContact, email: 'ada+gold@bank.example', ...changes }
  const saved = await saveLead(contact, randomUUID(), { score: 0, ...admission })
  const { id } = saved as { id: string }
  database.prepare('UPDATE Lead SET receivedAt = ?').run('2026-07-01T18:30:00.000+00:00')
  return { id, reference: id.slice(0, 8).toUpperCase() }
}

/** The mail to sales: its headers, its plain text, and its HTML. */
async function mail() {
  await deliverDue()
  const [mail = ''] = mailSink.mails
  const [text = '', html = ''] = decodeMail(mail).split('<!doctype html>')
  return {
    headers: readMail(mail).headers,
    text,
    html: `<!doctype html>${html.slice(0, html.indexOf('</html>'))}</html>`,
  }
}

describe('the mail to sales', () => {
  it('begins with the brand, the name and the company, and says when that was at the office', async () => {
    const { reference } = await save({ name: 'Ada Martin', company: 'Example Bank' })
    const { headers, text } = await mail()
    expect(headers.get('subject')).toBe(`Halcrest: Ada Martin, Example Bank (inquiry ${reference})`)
    const plain = text.slice(text.indexOf('Halcrest · '))
    expect(plain).toMatch(/^Halcrest · New inquiry\r\n\r\nName: Ada Martin\r\nCompany: Example Bank\r\nEmail: /)
    expect(plain).toMatch(/Received: Wednesday, July 1, 2026 at 2:30\sPM EDT \(2026-07-01 18:30 UTC\)/)
    expect(plain).toContain('Language: French (Français)')
  })

  it('has the message as it was typed, in both parts', async () => {
    await save({ message: 'First  line\n\n  <b>second</b> & "third"' })
    const { text, html } = await mail()
    expect(text).toContain('\r\n\r\nFirst  line\r\n\r\n  <b>second</b> & "third"\r\n')
    expect(html).toContain('>First  line<br><br>  &#60;b&#62;second&#60;/b&#62; &#38; &#34;third&#34;</div>')
  })

  it('has links to answer, to call and to the console, as text, too', async () => {
    const { reference } = await save()
    const { text, html } = await mail()
    const subject = encodeURIComponent(`Re: Votre message à Halcrest (${reference})`)
    const address = `http://localhost:3000/operator/leads/${reference}`
    const escaped = (href: string) => href.replaceAll("'", '&#39;')
    for (const href of [`mailto:ada%2Bgold@bank.example?subject=${subject}`, 'tel:+33199001234', address]) {
      expect(html).toContain(`href="${escaped(href)}"`)
    }
    expect(text).toContain(`Open in the console: ${address}`)
  })

  it('has no link to call a number whose country nobody knows', async () => {
    await save({ phone: '01 99 00 12 34' })
    expect((await mail()).html).not.toContain('tel:')
  })

  it('is in the language of sales, with links to theirs', async () => {
    changeEnvironment({ LEADS_LANGUAGE: 'es' })
    const { reference } = await save()
    const { text, html } = await mail()
    expect(text).toContain('Idioma: francés (Français)')
    expect(text).toContain('Recibida: miércoles, 1 de julio de 2026')
    expect(html).toContain('<html lang="es">')
    expect(html).toContain(`href="http://localhost:3000/es/operator/leads/${reference}"`)
  })

  it('says that a lead was in quarantine, and when it was released', async () => {
    const { id } = await save({}, { score: 100, quarantine: ['honeypot'] })
    await releaseLead(id)
    database
      .prepare('INSERT INTO LeadEvent (id, leadId, at, kind, operator) VALUES (?, ?, ?, ?, ?)')
      .run(randomUUID(), id, '2026-07-02T08:00:00.000+00:00', 'released', 'alice')
    const { text } = await mail()
    expect(text).toMatch(/Quarantine: Released on Thursday, July 2, 2026 at 4:00\sAM EDT/)
  })

  it('of a conversation is headed by what is known of the visitor', async () => {
    const details = { phone: '+33 1 99 00 12 34' }
    const chat = { sessionId: 's', language: 'fr', turns: [], details, dueAt: new Date(), quarantine: null }
    await createChatLead(chat)
    const { html } = await mail()
    expect(html).toMatch(/<h1[^>]*>\+33 1 99 00 12 34<\/h1>/)
  })
})

describe('its HTML', () => {
  // What fails without harm: a program that knows no dark colours shows the light ones, one that replaces the body by its
  // own takes colours and font from the tables, and one that has underlines underlines the buttons.
  const niceties = /@media|prefers-color-scheme|white-space|color-scheme|<body>|role attribute|text-decoration/

  it('is what mail programs show, by Can I email', async () => {
    await save()
    const { html } = await mail()
    const emailClients = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*', 'protonmail.*', 'thunderbird.*'] as never
    const result = doIUseEmail(html, { emailClients })
    const errors = result.success ? [] : result.errors
    expect(errors.filter((error) => !niceties.test(error))).toEqual([])
    const flex = doIUseEmail(html.replace('padding: 24px;', 'position: fixed;'), { emailClients })
    expect(flex.success ? [] : flex.errors.filter((error) => /position/.test(error))).not.toEqual([])
  })

  it('is without an error, an image, a script or anything that is loaded', async () => {
    await save()
    const { html } = await mail()
    const errors: string[] = []
    parse(html, { onParseError: ({ code }) => errors.push(code) })
    expect(errors).toEqual([])
    expect(html).not.toMatch(/<(img|script|link|iframe|svg|form|input)\b|url\(|\bsrc=/)
    for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('role="presentation"')
  })

  it('has the colours of the brand, light and dark', async () => {
    await save()
    const { html } = await mail()
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain(`background-color: ${palette.light.paper}`)
    const [, darkStyles = ''] = html.split('@media (prefers-color-scheme: dark)')
    expect(darkStyles.slice(0, darkStyles.indexOf('</style>'))).toContain(`background-color: ${palette.dark.paper}`)
    const classes = new Set([...html.matchAll(/class="([^"]+)"/g)].map(([, name]) => name))
    for (const name of classes) expect(darkStyles).toContain(`.${name} {`)
  })
})
