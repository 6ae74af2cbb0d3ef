// `npm run leads -- COMMAND`: the operators' work on leads from the command line, on the site's own database.
import { runCommand } from './leads/commands'

try {
  console.log(await runCommand(process.argv.slice(2)))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
