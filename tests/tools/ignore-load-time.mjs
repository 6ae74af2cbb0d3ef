// Ignores constants that are computed when a file is loaded. Stryker's
// `ignoreStatic` skips such a mutant unless a test loads the file itself.
// Stryker would then run only that test, and report a survivor that the other
// tests might have killed.
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
