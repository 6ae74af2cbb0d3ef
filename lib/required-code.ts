/** Returns the code of a required value that is missing or of another type. */
export function requiredCode({ input }: { input?: unknown }): string {
  return input === undefined || input === null ? 'required' : 'invalid'
}
