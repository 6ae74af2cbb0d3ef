// Loaded into the process that serves, by NODE_OPTIONS: sets its clock as an administrator would, and tells what memory is
// in use. Before the site's own code, so that nothing keeps the real `Date`.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const folder = process.env.SOAK_FOLDER

if (folder && process.argv[1]?.endsWith('server.mjs')) {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  const now = Date.now
  let offset = 0

  Date.now = () => now() + offset
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, made) => Reflect.construct(target, values.length > 0 ? values : [Date.now()], made),
  })

  const answer = () => {
    const asked = join(folder, 'clock.json')
    if (!existsSync(asked)) return
    const { question, offsetMs } = JSON.parse(readFileSync(asked, 'utf8'))
    offset = offsetMs
    // What a first collection only marks as unused, such as what finalizers hold, goes with the second.
    collectGarbage()
    collectGarbage()
    const file = join(folder, `answer-${process.pid}.json`)
    writeFileSync(`${file}.new`, JSON.stringify({ question, ...process.memoryUsage() }))
    renameSync(`${file}.new`, file)
  }
  answer()
  process.on('SIGUSR2', answer)
}
