import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeProxyRules } from '@/lib/build/proxy-rules'
import { commonHeaders, httpsOnly } from '@/lib/security/policy.mjs'
import { staticSiteFolder } from './built'
import { collectOutput } from './server'
import { makeCertificate } from './tls'

export const proxyNames = ['nginx', 'caddy'] as const
export type ProxyName = (typeof proxyNames)[number]

/** Which of the proxies are there; scripts/test.mjs looks for them, and fetches them from Debian. */
export function proxyProgram(name: ProxyName): string | undefined {
  return process.env[`${name.toUpperCase()}_PATH`] || undefined
}

type Ports = { https: number; http: number; node: number; admin: number }

/** The folder that an operator has as /srv/site, with this build as the release `one`. */
export function makeReleases() {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'))
  const staticSiteOf = (name: string) => join(folder, 'releases', name, '.builds/latest/.next/static-site')

  /** Adds a release; `change` edits its files, as another build would differ. */
  function add(name: string, change: (folder: string) => void = () => {}) {
    const target = staticSiteOf(name)
    cpSync(staticSiteFolder, target, { recursive: true, preserveTimestamps: true })
    change(target)
    const headers = { ...commonHeaders, 'Strict-Transport-Security': httpsOnly }
    writeProxyRules(target, JSON.parse(readFileSync(join(target, 'index.json'), 'utf8')), headers)
    return join(folder, 'releases', name)
  }

  symlinkSync(add('one'), join(folder, 'current'))
  symlinkSync(join(folder, 'releases', 'one'), join(folder, 'previous'))
  return { folder, add }
}

/** Starts a proxy with the configuration of deploy/, but for its ports and places. */
export async function startProxy(name: ProxyName, site: string, ports: Ports) {
  const { files } = await makeCertificate()
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const start = { nginx: startNginx, caddy: startCaddy }[name]
  const { command, reload, environment } = start(folder, site, ports, files)
  const program = proxyProgram(name) ?? name
  const options = { env: { ...process.env, ...environment } }
  const server = spawn(program, command, options)
  const output = collectOutput(server)
  // Killed outright, nginx would leave its workers.
  process.once('exit', () => server.kill('SIGTERM'))
  await untilListening(ports.https, server, output)
  return {
    server,
    output,
    address: `https://localhost:${ports.https}`,
    reload: () => run(program, reload, options.env),
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await gone
    },
  }
}

type Files = { certificate: string; key: string }

function startNginx(folder: string, site: string, ports: Ports, files: Files) {
  const own = replaceAll(readFileSync('deploy/nginx.conf', 'utf8'), [
    ['/srv/site', site],
    [/^ *listen \[::\].*\n/gm, ''],
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${ports.https} ssl`],
    ['127.0.0.1:3000', `127.0.0.1:${ports.node}`],
    ['site.example;', 'localhost;'],
    ['/etc/letsencrypt/live/site.example/fullchain.pem', files.certificate],
    ['/etc/letsencrypt/live/site.example/privkey.pem', files.key],
    ['/var/log/nginx', folder],
  ])
  writeFileSync(join(folder, 'site.conf'), own)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  const main = [
    // The folders of tests are closed to other users.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr; events { worker_connections 1024; }`,
    `http { ${temporary.join(' ')} include ${folder}/site.conf; }`,
  ]
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'))
  const command = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  return { command, reload: [...command, '-s', 'reload'], environment: {} }
}

function startCaddy(folder: string, site: string, ports: Ports, files: Files) {
  const own = replaceAll(readFileSync('deploy/Caddyfile', 'utf8'), [
    ['/srv/site', site],
    ['127.0.0.1:3000', `127.0.0.1:${ports.node}`],
    [/^\{\n/, `{\n  http_port ${ports.http}\n  https_port ${ports.https}\n  admin localhost:${ports.admin}\n`],
    [/^site\.example \{/m, `localhost {\n  tls ${files.certificate} ${files.key}`],
  ])
  writeFileSync(join(folder, 'Caddyfile'), own)
  const config = ['--config', join(folder, 'Caddyfile')]
  mkdirSync(join(folder, 'home'))
  return {
    command: ['run', ...config],
    reload: ['reload', ...config, '--address', `localhost:${ports.admin}`],
    environment: { XDG_DATA_HOME: join(folder, 'home'), XDG_CONFIG_HOME: join(folder, 'home') },
  }
}

// What is replaced must be there: a test of another configuration would prove nothing.
function replaceAll(text: string, changes: [from: string | RegExp, to: string][]): string {
  return changes.reduce((changed, [from, to]) => {
    const result = changed.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'gm'), to)
    if (result === changed) throw new Error(`The configuration has no ${from}.`)
    return result
  }, text)
}

async function untilListening(port: number, server: ChildProcess, output: () => string) {
  const { isListening } = await import('./half-request')
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (server.exitCode !== null) throw new Error(`The proxy ended: ${output()}`)
    if (await isListening(port)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The proxy does not listen: ${output()}`)
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { env })
  const output = collectOutput(child)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${output()}`)
}
