// JavaScript, as the port is also checked before the packages are installed.

/**
 * Listens, or rejects with one sentence. No `host` means every address of the machine.
 * @param {import('node:net').Server} server
 * @param {{ host?: string | undefined, port: number, exclusive?: boolean }} place
 * @returns {Promise<void>}
 */
export function listen(server, place) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(explain(error, place))))
    server.listen(place, resolve)
  })
}

function explain(error, { host, port }) {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or set PORT.`
  if (error.code === 'EACCES') return `Port ${port} needs more rights than this user has: set PORT above 1023.`
  if (/ENOTFOUND|EADDRNOTAVAIL|EAI_AGAIN|EINVAL/.test(error.code)) return `HOST is no address of this machine: ${host}.`
  return `Listening on port ${port} failed: ${error.message}.`
}
