// The few packages that the check of the texts needs, out of all that are locked.

/** What `npm run copy` imports. */
export const checkPackages = [
  '@formatjs/icu-messageformat-parser',
  '@noble/hashes',
  'ipaddr.js',
  'jsonc-parser',
  'tsx',
  'zod',
]

/**
 * A `package.json` and its lock with these packages and what they need, as the whole lock has them.
 * @param {{ name: string, dependencies: Record<string, string>, devDependencies: Record<string, string> }} manifest
 * @param {{ lockfileVersion: number, packages: Record<string, Locked> }} lock
 * @param {string[]} names
 */
export function selectPackages(manifest, lock, names) {
  const versions = { ...manifest.devDependencies, ...manifest.dependencies }
  const own = {
    name: `${manifest.name}-copy`,
    private: true,
    dependencies: Object.fromEntries(names.map((name) => [name, versions[name]])),
  }
  const paths = new Set()
  for (const name of names) collect(lock.packages, '', name, paths)
  const selected = [...paths].sort().map((path) => [path, lock.packages[path]])
  const packages = { '': own, ...Object.fromEntries(selected) }
  return { manifest: own, lock: { name: own.name, lockfileVersion: lock.lockfileVersion, requires: true, packages } }
}

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Locked */

function collect(packages, from, name, paths) {
  const path = locate(packages, from, name)
  if (!path || paths.has(path)) return
  paths.add(path)
  const { dependencies, optionalDependencies } = packages[path]
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) collect(packages, path, needed, paths)
}

// As Node looks for a package: beside the one that needs it, then further up.
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (packages[path]) return path
    if (!folder) return undefined
  }
}
