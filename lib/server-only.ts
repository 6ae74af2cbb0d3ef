// What `import 'server-only'` finds outside of Next, as tsconfig.json says: in commands, tests and the server around it.
// Next itself ends a build in which a browser component imports a module that has that line.
export {}
