// `npm run rollback`: has the running site serve the build that it served before. Builds nothing, loses no request.
import './environment.mjs'
import { placesOf } from './builds/served.mjs'
import { announce, fail } from './commands.mjs'
import { readPort } from './place.mjs'
import { sendCommand } from './serving/command-socket.mjs'

const port = readPort()
const answer = await sendCommand(placesOf(port).socket, 'rollback')
if (!answer) fail(`Nothing to roll back: \`npm start\` serves nothing at port ${port} from this folder.`)
if (answer.error) fail(answer.error)
announce(`${answer.address} is served from build ${answer.build} again. The next start builds what the checkout has.`)
