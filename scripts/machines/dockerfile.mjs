// The steps of the Dockerfile on clean Debians: what each does is done here by the commands of the same meaning, as the
// instructions are few. Layers, networks and limits of a container are not part of that.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, run } from '../commands.mjs'

/** The stages of a Dockerfile, each with its instructions: `[word, rest]`. */
export function readStages(text) {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
  const instructions = lines.filter(Boolean).map((line) => line.match(/^(\w+) (.*)$/).slice(1))
  const stages = []
  for (const [word, rest] of instructions) {
    if (word === 'FROM') stages.push({ from: rest, name: rest.match(/ AS (\w+)$/)?.[1], instructions: [] })
    else stages.at(-1).instructions.push([word, rest])
  }
  return stages
}

const none = () => {}
