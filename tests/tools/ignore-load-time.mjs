// Constants of a file, which are made when it is loaded. Stryker's `ignoreStatic` leaves such a mutant out unless a test
// loads the file itself; then only that test would run, and the mutant would survive all others untested.
const constants = {
  shouldIgnore(path) {
    if (!path.isVariableDeclarator() || path.getFunctionParent())
      return undefined
    let hasFunctions = false
    path.traverse({
      Function(inner) {
        const { parentPath } = inner
        const isCallback =
          parentPath.isCallExpression() &&
          parentPath.get('callee').isMemberExpression()
        if (!isCallback) hasFunctions = true
      },
    })
    return hasFunctions ? undefined : 'is made when the file is loaded'
  },
}

export const strykerPlugins = [
  { kind: 'Ignore', name: 'load-time', value: constants },
]
