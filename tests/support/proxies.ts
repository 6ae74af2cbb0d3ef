import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { isListening } from './half-request'
import { collectOutput } from './server'

export const proxyNames = ['nginx', 'caddy'] as const
export type ProxyName = (typeof proxyNames)[number]

type Ports = { https: number; http: number; node: number; admin: number }

/**
 * Returns the program of a proxy, which scripts/test.ts looks for; undefined if
 * this machine has none.
 */
export function proxyProgram(name: ProxyName): string | undefined {
  return process.env[`${name.toUpperCase()}_PATH`] || undefined
}

/**
 * Checks the configuration in deploy/ with other ports, name and certificate,
 * and starts a proxy with it.
 */
export async function startProxy(name: ProxyName, ports: Ports) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const files = await makeCertificate(folder)
  const { check, command, environment } = {
    nginx: configureNginx,
    caddy: configureCaddy,
  }[name](folder, ports, files)
  const program = proxyProgram(name) ?? name
  const env = { ...process.env, ...environment }
  const checked = spawnSync(program, check, { env, encoding: 'utf8' })
  if (checked.status !== 0 || /\[(warn|emerg)\]/.test(checked.stderr))
    throw new Error(checked.stderr)
  const server = spawn(program, command, { env })
  const output = collectOutput(server)
  // Sends SIGTERM, because SIGKILL would leave the workers of nginx running.
  process.once('exit', () => server.kill('SIGTERM'))
  await untilListening(ports.https, server, output)
  return {
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await gone
    },
  }
}

/** Creates an untrusted certificate for localhost. */
async function makeCertificate(folder: string): Promise<Files> {
  const extensions = [
    {
      name: 'subjectAltName' as const,
      altNames: [{ type: 2 as const, value: 'localhost' }],
    },
  ]
  const { cert, private: key } = await generate(
    [{ name: 'commonName', value: 'localhost' }],
    {
      keyType: 'ec',
      extensions,
    },
  )
  const files = {
    certificate: join(folder, 'certificate.pem'),
    key: join(folder, 'key.pem'),
  }
  writeFileSync(files.certificate, cert)
  writeFileSync(files.key, key)
  return files
}

type Files = { certificate: string; key: string }

function configureNginx(folder: string, ports: Ports, files: Files) {
  const site = replaceAll(readFileSync('deploy/nginx.conf', 'utf8'), [
    ['listen 80', `listen 127.0.0.1:${ports.http}`],
    ['listen 443 ssl', `listen 127.0.0.1:${ports.https} ssl`],
    ['127.0.0.1:3000', `127.0.0.1:${ports.node}`],
    ['https://site.example', `https://localhost:${ports.https}`],
    ['site.example;', 'localhost;'],
    ['/etc/letsencrypt/live/site.example/fullchain.pem', files.certificate],
    ['/etc/letsencrypt/live/site.example/privkey.pem', files.key],
    [
      'proxy_set_header Host $host;',
      `proxy_set_header Host localhost:${ports.https};`,
    ],
  ])
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder};`,
  )
  const main = [
    // Workers run as root, because test folders are closed to other users.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr; events { worker_connections 1024; }`,
    `http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  ]
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'))
  const command = [
    '-p',
    folder,
    '-e',
    'stderr',
    '-c',
    join(folder, 'nginx.conf'),
  ]
  return { check: ['-t', ...command], command, environment: {} }
}

function configureCaddy(folder: string, ports: Ports, files: Files) {
  const own = replaceAll(readFileSync('deploy/Caddyfile', 'utf8'), [
    ['127.0.0.1:3000', `127.0.0.1:${ports.node}`],
    [
      /^\{\n/,
      `{\n  http_port ${ports.http}\n  https_port ${ports.https}\n  admin localhost:${ports.admin}\n`,
    ],
    ['https://site.example{uri}', `https://localhost:${ports.https}{uri}`],
    [
      /^site\.example \{/m,
      `localhost {\n  tls ${files.certificate} ${files.key}`,
    ],
  ])
  writeFileSync(join(folder, 'Caddyfile'), own)
  return {
    check: ['validate', '--config', join(folder, 'Caddyfile')],
    command: ['run', '--config', join(folder, 'Caddyfile')],
    environment: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  }
}

/**
 * Throws if a text to replace is missing, because a test of another
 * configuration would prove nothing.
 */
function replaceAll(
  text: string,
  changes: [from: string | RegExp, to: string][],
): string {
  return changes.reduce((changed, [from, to]) => {
    const result = changed.replaceAll(
      typeof from === 'string' ? from : new RegExp(from, 'gm'),
      to,
    )
    if (result === changed) throw new Error(`The configuration has no ${from}.`)
    return result
  }, text)
}

async function untilListening(
  port: number,
  server: ChildProcess,
  output: () => string,
) {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null)
      throw new Error(`The proxy ended: ${output()}`)
    if (await isListening(port)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The proxy does not listen: ${output()}`)
}
