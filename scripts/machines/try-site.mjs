// Whether a site that was started works: a page, a lead that is stored and read again, and a clean end.
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'

const maxStartMs = 20 * 60_000

/** Resolves to one line of what was seen; rejects with what the site printed when it does not do all of it. */
export async function trySite(site, port, key, checkHealth = () => 0) {
  const printed = { text: '' }
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (chunk) => (printed.text += chunk))
  const ended = new Promise((resolve) => site.once('exit', (code, signal) => resolve(signal ?? code)))
  const startedAt = performance.now()
  const timer = setTimeout(() => site.kill('SIGKILL'), maxStartMs)
  try {
    await waitForAddress(printed, ended)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const address = `http://127.0.0.1:${port}`
    await expectPage(address)
    await expectLead(address, key())
    expectEqual('health check', await checkHealth(), 0)
    site.kill('SIGTERM')
    expectEqual('exit code', await ended, 0)
    return `served after ${seconds} s, a page, a lead stored, ended by SIGTERM with 0`
  } catch (error) {
    throw new Error(`${error.message}\n${printed.text}`)
  } finally {
    clearTimeout(timer)
    site.kill('SIGKILL')
  }
}

async function waitForAddress(printed, ended) {
  let code
  ended.then((value) => {
    code = value
  })
  while (!printed.text.includes('The site is at')) {
    if (code !== undefined) throw new Error(`It ended with ${code}.`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function expectPage(address) {
  const page = await fetch(`${address}/`, { headers: { 'Accept-Language': 'en' } })
  expectEqual('status of the home page', page.status, 200)
  expectEqual('its heading', (await page.text()).includes('</h1>'), true)
}

async function expectLead(address, key) {
  const email = `${randomUUID()}@bank.example`
  const lead = { name: 'Ada Lovelace', company: 'Bank', phone: '+44 20 7946 0000', message: 'Please call.', email }
  const answer = await fetch(`${address}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...lead, language: 'en', honeypot: '' }),
  })
  if (answer.status !== 201) throw new Error(`A lead was answered ${answer.status}: ${await text(answer.body)}`)
  const list = await fetch(`${address}/api/contact?email=${email}`, { headers: { Authorization: `Bearer ${key}` } })
  const { leads } = await list.json()
  expectEqual('stored lead', leads[0]?.email, email)
}

function expectEqual(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}.`)
}
