// `npm run deploy`: builds what the checkout has now, and has the running site serve it. No request is lost.
import { buildSite } from './builds/build-site.mjs'
import { placesOf } from './builds/served.mjs'
import { announce, fail } from './commands.mjs'
import { given } from './environment.mjs'
import { readPort } from './place.mjs'
import { sendCommand } from './serving/command-socket.mjs'
import { readBuildSettings } from './settings.mjs'
import { setUp } from './setup.mjs'

const port = readPort()
const { socket } = placesOf(port)

const running = await sendCommand(socket, 'settings')
if (!running) fail(`Nothing to deploy to: \`npm start\` serves nothing at port ${port} from this folder.`)
// Brand, database and all else are those of the site at this port, but for what this very command was given.
Object.assign(process.env, running.environment, readBuildSettings(given))
await setUp()
const build = await buildSite()
announce('Starting the new build beside the one that is served.')
const { address, error } = (await sendCommand(socket, 'deploy', { build })) ?? { error: 'The site has ended.' }
if (error) fail(error)
announce(`${address} is served from build ${build}. Back to the one before: npm run rollback`)
