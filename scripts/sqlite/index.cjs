'use strict'

// scripts/sqlite/install.mjs puts this in the place of better-sqlite3's index. Version 13 brings its binaries along, but
// they need Node-API 10 and end an older Node without a word (https://github.com/WiseLibs/better-sqlite3/issues/1514).
// There it is version 12, which has to be compiled.
module.exports = load()

function load() {
  try {
    const Sqlite = chooseForThisNode()
    new Sqlite(':memory:').close()
    return Sqlite
  } catch (cause) {
    return unusable(cause)
  }
}

function chooseForThisNode() {
  if (Number(process.versions.napi) < 10) return require('better-sqlite3-12')
  const Sqlite = require('./database')(require('./binding').getBinding, true)
  Sqlite.SqliteError = require('./sqlite-error')
  return Sqlite
}

// At the first use: a site may do without.
function unusable(cause) {
  const installed = '@installed@'
  const running = `Node ${process.versions.node} on ${process.platform}-${process.arch}`
  const same = 'A file is missing or damaged: in a checkout `npm start` installs it again, a package is made again.'
  const other = 'Start with that Node or a newer one; in a checkout `npm start` installs what this one needs.'
  const sentence = `SQLite's native module cannot be loaded: ${installed} installed it, and this is ${running}. ${installed === running ? same : other}`
  function refuse() {
    throw Object.assign(new Error(sentence, { cause }), { name: 'NativeModuleUnusable' })
  }
  refuse.SqliteError = class SqliteError extends Error {}
  return refuse
}
