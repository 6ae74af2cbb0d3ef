/** Loads a TypeScript module, for development; what it imports later must be JavaScript. */
export async function loadTyped(load) {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  try {
    return await load()
  } finally {
    await unregister()
  }
}
