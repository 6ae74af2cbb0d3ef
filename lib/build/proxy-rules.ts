import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { StaticSite } from '@/lib/static-site'
import { caddyRules } from './caddy-rules'
import { nginxHeaders, nginxMaps, nginxTypes } from './nginx-rules'

/** Writes what deploy/nginx.conf and deploy/Caddyfile include. `headers` are those of every answer. */
export function writeProxyRules(folder: string, site: StaticSite, headers: Readonly<Record<string, string>>): void {
  const place = resolve(folder)
  writeFileSync(join(folder, 'nginx-maps.conf'), nginxMaps(place, site))
  writeFileSync(join(folder, 'nginx-headers.conf'), nginxHeaders(headers))
  writeFileSync(join(folder, 'nginx-types.conf'), nginxTypes(site))
  writeFileSync(join(folder, 'Caddyfile'), caddyRules(place, site, headers))
}
