// `npm run bench:proxies`: the built site's pages a second from nginx, Caddy, Node, and Node behind nginx, beside each
// other, over plain http with connections kept. Wants wrk (Debian: apt-get install wrk).
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { showResults } from './bench/results'
import { acceptGzip } from './bench/wrk'
import { childEnvironment, fail } from './commands.mjs'
import { findProgram } from './debian.mjs'
import { withTemporarySite } from './temporary-site'

const rounds = 5
const seconds = 3
const connections = 32
const ports = { node: 3195, configured: 3196, plain: 3197, through: 3198, caddy: 3199 }

const folder = mkdtempSync(join(tmpdir(), 'bench-proxies-'))
const staticSite = realpathSync('.builds/latest/.next/static-site')
const nginx = await programOf('nginx')
const caddy = await programOf('caddy')

const servers = {
  'nginx, files alone': ports.plain,
  'nginx, deploy/nginx.conf': ports.configured,
  'Caddy, deploy/Caddyfile': ports.caddy,
  Node: ports.node,
  'Node behind nginx': ports.through,
}

writeConfigurations()
const children = [
  spawn(nginx, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' }),
  spawn(caddy, ['run', '--config', join(folder, 'Caddyfile')], {
    stdio: 'ignore',
    env: childEnvironment({ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }),
  }),
]
await withTemporarySite(
  'scripts/start.mjs',
  { PORT: String(ports.node), HOST: '127.0.0.1', MAX_CONNECTIONS_PER_CLIENT: '1000' },
  async () => {
    const tables = []
    for (const path of ['/', '/fr/contact', '/no-such-page']) tables.push({ title: path, rows: await compare(path) })
    showResults('bench-proxies', tables)
  },
).finally(() => {
  for (const child of children) child.kill()
})

// Alternating, so that a machine that gets slower affects all.
async function compare(path: string) {
  const measured = Object.fromEntries(Object.keys(servers).map((name) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, port] of Object.entries(servers)) {
      if (name === 'nginx, files alone' && path === '/no-such-page') continue
      measured[name]?.push(await load(`http://127.0.0.1:${port}${path}`))
    }
  }
  const rates = Object.entries(measured).filter(([, each]) => each.length > 0)
  const medians = rates.map(([name, each]) => ({ name, rate: each.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0 }))
  const ratio = (rate: number, name: string) => {
    const other = medians.find((each) => each.name === name)
    return other && (rate / other.rate).toFixed(2)
  }
  return medians.map(({ name, rate }) => ({
    server: name,
    'requests/s': Math.round(rate),
    'x nginx, files alone': ratio(rate, 'nginx, files alone'),
    'x deploy/nginx.conf': ratio(rate, 'nginx, deploy/nginx.conf'),
  }))
}

async function load(url: string): Promise<number> {
  const options = `-c ${connections} -t 1 -d ${seconds}s`.split(' ')
  const { stdout } = await promisify(execFile)('wrk', [...options, '-H', acceptGzip, url])
  if (/Socket errors/.test(stdout)) fail(`${url} failed under load:\n${stdout}`)
  return Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1])
}

function writeConfigurations() {
  const places = (text: string) =>
    text
      .replaceAll(/\/srv\/site\/\w+\/\.builds\/latest\/\.next\/static-site/g, staticSite)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.node}`)
  const site = places(readFileSync('deploy/nginx.conf', 'utf8'))
    .replaceAll(/^ *(listen \[::\]|ssl_).*\n/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${ports.configured}`)
    .replace(/^server \{\n {2}listen 80;[^}]*\}/m, '')
    .replaceAll('/var/log/nginx', folder)
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${folder}/pid;
    error_log stderr; pcre_jit on; events { worker_connections 1024; }
    http {
      ${temporary.join(' ')}
      include ${folder}/site.conf;
      server {
        listen 127.0.0.1:${ports.plain};
        access_log off; sendfile on; tcp_nopush on; gzip_static on; open_file_cache max=1000;
        types { text/html html; }
        root ${staticSite}/pages;
        location = / { try_files /en.html =404; }
        location / { try_files $uri.html =404; }
      }
      server {
        listen 127.0.0.1:${ports.through};
        access_log off;
        location / { proxy_pass http://site_node; proxy_http_version 1.1; proxy_set_header Connection ""; }
      }
    }`,
  )
  const caddyfile = places(readFileSync('deploy/Caddyfile', 'utf8'))
    .replace(/^\{\n/m, '{\n  auto_https off\n  admin off\n')
    .replace(/^site\.example \{/m, `http://127.0.0.1:${ports.caddy} {`)
  writeFileSync(join(folder, 'Caddyfile'), caddyfile)
}

async function programOf(name: string): Promise<string> {
  const path = await findProgram(name)
  if (!path) throw new Error(`There is no ${name}, and its Debian package cannot be had.`)
  return path
}
