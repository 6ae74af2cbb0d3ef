// Loaded before a command line tool: the settings of .env, where there is one.
import { existsSync } from 'node:fs'

if (existsSync('.env')) process.loadEnvFile('.env')
