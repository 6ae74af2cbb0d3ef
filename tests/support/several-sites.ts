// Several servers on one database. Each has its own webhook, which shows who
// delivered a lead.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { postLead, validContact } from './contact'
import { runSqlAt, selectColumnAt } from './database'
import { type Cluster, startCluster } from './postgresql-cluster'
import {
  killServer,
  operatorKey,
  serverEnvironment,
  startServer,
  takePort,
} from './server'
import {
  deliverySettings,
  readMail,
  startMailSink,
  startWebhookSink,
} from './sinks'

export type Site = Awaited<ReturnType<typeof startServer>> & {
  webhook: Awaited<ReturnType<typeof startWebhookSink>>
}

type Engine = 'SQLite' | 'PostgreSQL'

export type Sites = Awaited<ReturnType<typeof startSites>>

/** Starts three sites that share a database, a mail server and settings. */
export async function startSites(
  engine: Engine,
  settings: Record<string, string>,
) {
  const environment = { ...serverEnvironment(), ...settings }
  let cluster: Cluster | undefined
  if (engine === 'PostgreSQL') {
    cluster = await startCluster()
    await cluster.query('CREATE DATABASE shared')
    environment.DATABASE_URL = cluster.addressOf('shared')
  }
  const url = environment.DATABASE_URL
  const mail = await startMailSink()
  const sites: Site[] = []

  async function startSite(): Promise<Site> {
    const webhook = await startWebhookSink()
    const server = await startServer({
      ...environment,
      ...deliverySettings(mail, webhook),
      PORT: String(takePort()),
    })
    const site = { ...server, webhook }
    sites.push(site)
    return site
  }

  async function stop() {
    await Promise.all(sites.map(({ server }) => killServer(server)))
    const sinks = [mail, ...sites.map(({ webhook }) => webhook)]
    await Promise.all(sinks.map((sink) => sink.close()))
    await cluster?.remove()
  }

  function siteAt(index: number): Site {
    return sites[index % sites.length] as Site
  }

  /** Sends a request to one site, with a body as JSON. */
  function request(
    index: number,
    path: string,
    headers: Record<string, string> = {},
    body?: object,
  ) {
    const sent = { 'Content-Type': 'application/json', ...headers }
    const more = body && { method: 'POST', body: JSON.stringify(body) }
    return fetch(siteAt(index).address + path, {
      headers: sent,
      redirect: 'manual',
      ...more,
    })
  }

  /** Returns the ids of the leads that a channel has not delivered. */
  function waitingOn(channel: string): Promise<unknown[]> {
    const due =
      'SELECT leadId FROM Delivery WHERE channel = ? AND dueAt IS NOT NULL'
    return selectColumnAt(url, due, [channel])
  }

  /**
   * Ends the leases of a killed server, which would last two and a half
   * minutes.
   */
  function endLeases() {
    return runSqlAt(
      url,
      'UPDATE Delivery SET dueAt = queuedAt WHERE dueAt IS NOT NULL',
    )
  }

  /** Returns the ids of the leads that the webhooks and the mail server got. */
  function deliveredLeads() {
    const posted = sites.flatMap(({ webhook }) =>
      webhook.deliveries.map(({ headers }) => String(headers['webhook-id'])),
    )
    const messageIds = mail.mails.map((each) =>
      String(readMail(each).headers.get('message-id')),
    )
    const mailed = messageIds.flatMap(
      (messageId) => messageId.match(/^<lead-(.*)@/)?.[1] ?? [],
    )
    return { posted, mailed }
  }

  await Promise.all([startSite(), startSite(), startSite()])
  return {
    url,
    mail,
    sites,
    siteAt,
    request,
    startSite,
    stop,
    waitingOn,
    endLeases,
    deliveredLeads,
  }
}

export function bearer(key: string) {
  return { Authorization: `Bearer ${key}` }
}

export function signIn({ request }: Sites, index: number) {
  return request(index, '/api/operator/session', {}, { key: operatorKey })
}

export function newText() {
  return { message: `${validContact.message} ${randomUUID()}` }
}

export type WrittenLead = { id: string; email: string }

/**
 * Has six visitors send one message after another until `stop`. Each retries at
 * the next site if one does not answer.
 */
export function startWriters({ siteAt }: Sites) {
  const answered: WrittenLead[] = []
  let stopped = false
  const writers = [0, 1, 2, 3, 4, 5].map(async (first) => {
    for (let turn = first; !stopped; ) {
      const [key, text] = [randomUUID(), newText()]
      let answer = await postLead(siteAt(turn).address, text, key)
      while (!answer) answer = await postLead(siteAt(++turn).address, text, key)
      expect(answer.status).toBe(201)
      answered.push({ id: answer.body.id, email: `${key}@banque.example` })
    }
  })
  const stop = () => {
    stopped = true
    return Promise.all(writers)
  }
  return { answered, stop }
}
