// Stands for `import 'server-only'` outside of Next (tsconfig.json): in commands, tests and the server around it.
export {}
