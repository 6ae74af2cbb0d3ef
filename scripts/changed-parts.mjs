// What has changed since a commit, for CI: `node scripts/changed-parts.mjs COMMIT` prints `texts=` and `code=`, true or
// false. A change of the texts alone need not wait for all tests.
import { spawnSync } from 'node:child_process'

// The files of a proposal: see scripts/edit/proposal/content.ts.
const texts = [
  /^messages\/[^/]+\.json$/,
  /^brands\/[^/]+\/messages\/[^/]+\.json$/,
  /^scripts\/copy\/(reviewed\.json|terms\/[^/]+\.json)$/,
  /^lib\/seo\/content-dates\.json$/,
  /^lib\/chatbot\/training\/[^/]+\.json$/,
]

const files = changedSince(process.argv[2])
const isText = (file) => texts.some((pattern) => pattern.test(file))
// Unknown, as on the first push of a branch: everything may have changed.
console.log(`texts=${files === undefined || files.some(isText)}`)
console.log(`code=${files === undefined || !files.every(isText)}`)

function changedSince(commit) {
  if (!commit) return undefined
  for (const range of [`${commit}...HEAD`, `${commit}..HEAD`]) {
    const { status, stdout } = spawnSync('git', ['diff', '--name-only', '--no-renames', '-z', range], {
      encoding: 'utf8',
    })
    if (status === 0) return stdout.split('\0').filter(Boolean)
  }
  return undefined
}
