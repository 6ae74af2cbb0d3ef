// Loads .env, if it exists, before a command.
import { loadEnvironment } from './load-environment.mjs'

loadEnvironment()
