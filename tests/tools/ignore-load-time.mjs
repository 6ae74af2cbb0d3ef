import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

// Code that runs when its file is loaded. Stryker's `ignoreStatic` leaves such a mutant out unless a test loads the file
// itself; then only that test would run, and the mutant would survive all others untested.
const atLoad = {
  shouldIgnore(path) {
    for (let place = path; place.parentPath; place = place.parentPath) {
      if (!place.isFunction()) continue
      const { parentPath } = place
      const isCallback = parentPath.isCallExpression() && parentPath.get('callee').isMemberExpression()
      if (!isCallback) return undefined
    }
    return 'runs when the file is loaded'
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'load-time', atLoad)]
