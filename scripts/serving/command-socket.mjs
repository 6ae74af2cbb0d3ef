// How a command reaches the site that serves a port: by a socket that only the user of the site may write to.
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'

/** `handlers` by the command's name; what they resolve to is sent back. */
export function answerCommands(path, handlers) {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const sent = []
    socket.on('error', () => {})
    socket.on('data', (chunk) => sent.push(chunk))
    socket.once('end', async () => {
      const { command, ...values } = JSON.parse(Buffer.concat(sent).toString())
      socket.end(JSON.stringify(await handlers[command](values)))
    })
  })
  server.on('error', (error) => process.stderr.write(`npm run deploy cannot reach this site: ${error.message}\n`))
  server.listen(path, () => chmodSync(path, 0o600))
  // It keeps nobody waiting.
  server.unref()
  process.once('exit', () => rmSync(path, { force: true }))
}

/** Sends a command to the site; resolves to its answer, or to undefined when there is none. */
export async function sendCommand(path, command, values = {}) {
  const socket = connect({ path, allowHalfOpen: true })
  try {
    socket.end(JSON.stringify({ command, ...values }))
    return JSON.parse(await text(socket))
  } catch {
    return undefined
  }
}
