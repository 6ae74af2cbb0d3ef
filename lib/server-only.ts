// Replaces `import 'server-only'` outside Next (tsconfig.json): in commands,
// tests and the server around it.
export {}
