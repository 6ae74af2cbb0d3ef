import { createServer, type Socket } from 'node:net'
import { listen } from './sinks'

type Reply = (command: string, data: string) => string | undefined

const standard: Record<string, string> = {
  CONN: '220 ready',
  EHLO: '250-here\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  DATA: '354 go on',
}

/**
 * Starts a real SMTP server on loopback that answers commands with the text
 * from `reply`, and accepts all others. `reply` is called with CONN when a client
 * connects, and with a dot and the whole mail when a mail ends.
 */
export async function startScriptedMailServer() {
  const takeAll: Reply = () => undefined
  const server = { reply: takeAll, reset }
  function reset() {
    server.reply = takeAll
  }

  function serve(socket: Socket) {
    let unread = ''
    let data: string | undefined
    const answer = (command: string, mail = '') => {
      const [verb = ''] = command.split(/[ :]/)
      const text = server.reply(command, mail) ?? standard[verb] ?? '250 ok'
      if (text !== '') socket.write(`${text}\r\n`)
      return text
    }
    answer('CONN')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      unread += chunk
      for (
        let end = unread.indexOf('\r\n');
        end >= 0;
        end = unread.indexOf('\r\n')
      ) {
        const line = unread.slice(0, end)
        unread = unread.slice(end + 2)
        if (data === undefined && answer(line).startsWith('354')) data = ''
        else if (data !== undefined && line === '.') {
          answer('.', data)
          data = undefined
        } else if (data !== undefined) data += `${line}\n`
      }
    })
  }

  return Object.assign(server, await listen(createServer(serve)))
}
