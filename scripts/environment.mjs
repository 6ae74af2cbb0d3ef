// Loads .env, if it exists, before a command.
import { loadEnvironment } from './load-environment.mjs'

/** What the command was started with, without .env. */
export const given = { ...process.env }
loadEnvironment()
