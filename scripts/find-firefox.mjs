// Debian's Firefox, the second engine of the tests: installed, else its packages unpacked into the cache.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { librariesIn, unpackWithNeeds } from './debian.mjs'

const name = 'firefox-esr'

/** Its program, and where the libraries are that it needs; undefined where it is not on this machine. */
export function locateFirefox() {
  const roots = ['/', resolve('.cache/debian', name)]
  const root = roots.find((each) => existsSync(programIn(each)))
  return root && { program: programIn(root), libraries: librariesIn(root) }
}

/** The same, fetched when it is not here; undefined where it cannot be had. */
export async function findFirefox() {
  const here = locateFirefox()
  if (here) return here
  return (await unpackWithNeeds(name)) ? locateFirefox() : undefined
}

function programIn(root) {
  return join(root, 'usr/lib', name, name)
}
