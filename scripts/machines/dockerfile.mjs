// The steps of the Dockerfile on clean Debians, where no Docker is: each by the command of the same meaning. Layers,
// networks and limits of a container are no part of that.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { announce, fail } from '../commands.mjs'
import { base, enter, machines, withMachine } from './root.mjs'

/** Carries out what leads to a stage; resolves to its machine and how a container of it is run. */
export async function buildStage(target, programs) {
  const stages = readStages(readFileSync('Dockerfile', 'utf8'))
  const built = {}
  for (const stage of stages.filter(({ name }) => name === 'build' || name === target)) {
    built[stage.name] = await carryOut(stage, programs, built)
  }
  return built[target]
}

/**
 * The stages of a Dockerfile, each instruction as its word and the rest of the line.
 * @param {string} text
 * @returns {{ from: string, name: string, instructions: [string, string][] }[]}
 */
export function readStages(text) {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
  const stages = []
  for (const line of lines.filter(Boolean)) {
    const [, word, rest] = line.match(/^([A-Z]+) (.*)$/)
    if (word === 'FROM') stages.push({ ...rest.match(/^(?<from>\S+) AS (?<name>\w+)$/).groups, instructions: [] })
    else stages.at(-1).instructions.push([word, rest])
  }
  return stages
}

async function carryOut({ name, instructions }, programs, built) {
  const machine = join(machines, name)
  rmSync(machine, { recursive: true, force: true })
  mkdirSync(machine, { recursive: true })
  // Without what was tried there.
  const parts = readdirSync(base).filter((part) => part !== 'srv')
  spawnSync('cp', ['-a', ...parts.map((part) => join(base, part)), machine])
  const state = { machine, folder: '/', as: 0, environment: { PATH: `${programs}:/usr/bin:/bin` }, volumes: [] }
  for (const [word, rest] of instructions) {
    announce(`${name}: ${word} ${rest}`)
    const step = steps[word] ?? fail(`The Dockerfile has an instruction that is not known here: ${word}.`)
    await step(state, rest, built)
  }
  return state
}

const steps = {
  ARG() {},
  EXPOSE() {},
  ENV: (state, rest) =>
    Object.assign(state.environment, Object.fromEntries(rest.split(' ').map((each) => each.split('=')))),
  USER: (state, rest) => Object.assign(state, { as: Number(rest.split(':')[0]) }),
  VOLUME: (state, rest) => state.volumes.push(rest),
  CMD: (state, rest) => Object.assign(state, { command: JSON.parse(rest) }),
  HEALTHCHECK: (state, rest) => Object.assign(state, { health: JSON.parse(rest.match(/ CMD (.*)/)[1]) }),
  WORKDIR(state, rest) {
    mkdirSync(join(state.machine, rest), { recursive: true })
    state.folder = rest
  },
  async COPY(state, rest, built) {
    const [from, to] = rest.replace(/^--from=\w+ /, '').split(' ')
    const source = rest.match(/^--from=(\w+)/)?.[1]
    const target = join(state.machine, to === '.' ? state.folder : to)
    if (source) cpSync(join(built[source].machine, from), target, { recursive: true, verbatimSymlinks: true })
    else copyContext(from, target)
  },
  async RUN(state, rest) {
    const ran = await withMachine(state.machine, {}, () =>
      exitOf(enter(state.machine, { ...state, stdio: 'inherit' }, ['sh', '-c', rest])),
    )
    if (ran !== 0) fail(`This step failed: ${rest}`)
  },
}

const ignored = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))

// Part by part: the machine is below the checkout.
function copyContext(from, target) {
  const parts = from === '.' ? readdirSync('.') : [from]
  for (const part of parts.filter(isInContext)) {
    cpSync(part, from === '.' ? join(target, part) : target, { recursive: true, filter: isInContext })
  }
}

function isInContext(path) {
  const name = relative('.', path)
  return !ignored.some((pattern) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`).test(name),
  )
}

function exitOf(child) {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
}

/** Runs a container's command on its machine, which it can write to in its volumes and /tmp alone. */
export function runContainer(state, environment, task) {
  const { machine, volumes, command, health } = state
  const inside = { ...state, environment: { ...state.environment, ...environment } }
  return withMachine(machine, { writable: ['/tmp', ...volumes] }, () =>
    task(enter(machine, inside, command), () => exitOf(enter(machine, { ...inside, stdio: 'inherit' }, health))),
  )
}
