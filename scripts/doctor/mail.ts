import type { Env } from '@/lib/env'
import { areLeadsOnlyStored, isLocal } from '@/lib/health/settings-checks'
import { errorCode } from '@/lib/outbox/error-code'
import { error, type Finding, ok, warning } from './finding'

/** Whether leads leave the site by mail: connects to the mail server and logs in there, and sends nothing. */
export async function checkMail(env: Env): Promise<Finding[]> {
  if (!env.SMTP_URL) return areLeadsOnlyStored(env) ? [onlyStored] : []
  const { host, hostname } = new URL(env.SMTP_URL)
  // Imported late: a wrong setting, which it would throw for, is told as a finding.
  const { mailTransport } = await import('@/lib/mail/transport')
  const transport = mailTransport()
  try {
    await transport.verify()
    return [ok('Mail', `${host} lets this site in.`), ...checkEncryption(env, hostname)]
  } catch (cause) {
    return [explain(host, errorCode(cause))]
  } finally {
    transport.close()
  }
}

const onlyStored = warning(
  'Delivery',
  'leads are only stored, and nobody is told of them.',
  'Set SMTP_URL with LEADS_TO and LEADS_FROM, LEADS_WEBHOOK_URL, or another of the settings under “Leads”.',
)

function checkEncryption({ SMTP_ALLOW_PLAINTEXT }: Env, host: string): Finding[] {
  if (!SMTP_ALLOW_PLAINTEXT || isLocal(host)) return []
  const says = 'leads, and the password, may go over the network unencrypted.'
  return [warning('Mail', says, 'Remove SMTP_ALLOW_PLAINTEXT: it is for a relay on this machine.')]
}

function explain(host: string, code: string): Finding {
  if (/EAUTH/.test(code) || /SMTP 5\d\d/.test(code)) {
    return error('Mail', `${host} refuses the log-in (${code}).`, 'Correct user and password in SMTP_URL, %-encoded.')
  }
  if (/ETLS|TLS|CERT|SELF_SIGNED/.test(code)) {
    const advice = 'Use a mail server with STARTTLS and a valid certificate, or smtps:// with port 465.'
    return error('Mail', `${host} offers no encryption that can be trusted (${code}).`, advice)
  }
  return error('Mail', `${host} cannot be used (${code}).`, 'Check host and port in SMTP_URL, DNS and firewall.')
}
