// Loads .env, if it exists, before a command.
import { loadEnvironment } from './load-environment.mjs'
import { runWithNewerNode } from './newer-node/run.mjs'

await runWithNewerNode()

/** What the command was started with, without .env. */
export const given = { ...process.env }
loadEnvironment()
