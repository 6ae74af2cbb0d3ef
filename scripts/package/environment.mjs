// First of all in each command of a package: its folder, and the settings there.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadEnvironment } from '../load-environment.mjs'

const here = dirname(fileURLToPath(import.meta.url))
process.chdir(here.replace(/[/\\]commands$/, ''))
loadEnvironment()
