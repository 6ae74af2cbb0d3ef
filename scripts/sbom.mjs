// `npm run sbom`: what the site is made of, as a CycloneDX bill of materials, in sbom.json.
import { fail, run } from './commands.mjs'
import { installTools } from './tools/install.mjs'

const file = process.argv[2] ?? 'sbom.json'
await installTools()
const options = ['--omit', 'dev', '--output-reproducible', '--spec-version', '1.6', '--output-file', file]
const failed = (await run('scripts/tools/node_modules/.bin/cyclonedx-npm', options)) !== 0
if (failed) fail('The bill of materials could not be made: see above.')
