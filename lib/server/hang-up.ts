import { changeEnvironment } from '@/lib/env'

/** Stops the site as SIGTERM does. Nothing is written any more: pino tries a terminal that is gone for ever. */
export function stopWithTerminal(): void {
  changeEnvironment({ LOG_LEVEL: 'silent' })
  process.prependListener('exit', () => process.kill(process.pid, 'SIGKILL'))
  process.kill(process.pid, 'SIGTERM')
}
