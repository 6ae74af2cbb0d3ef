// Loads .env, if it exists, before a command.
import { existsSync } from 'node:fs'

if (existsSync('.env')) process.loadEnvFile('.env')
