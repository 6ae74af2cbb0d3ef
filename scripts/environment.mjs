// Loads .env, if it exists, before a command.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** What the command was started with, without .env. */
export const given = { ...process.env }
let loaded = {}
loadEnvironment()

export function loadEnvironment() {
  loaded = readFile()
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** The environment with what .env says now. What was set otherwise stays; a setting that was taken out is empty. */
export function freshEnvironment() {
  const own = Object.entries(process.env).filter(([name, value]) => name in given || value !== loaded[name])
  const removed = Object.keys(loaded).map((name) => [name, ''])
  return { ...Object.fromEntries(removed), ...readFile(), ...Object.fromEntries(own) }
}

function readFile() {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
}
