/**
 * Returns the process's only object of this name, which the first call creates.
 * A variable of a module would not be shared, because the HTTP server and each
 * of Next's bundles load their own copy of every module.
 */
export function shareInProcess<State>(
  name: string,
  create: () => State,
): State {
  const shared = globalThis as unknown as Record<string, State | undefined>
  shared[name] ??= create()
  return shared[name]
}
