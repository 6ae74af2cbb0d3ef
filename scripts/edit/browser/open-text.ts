/** `keys` are the texts in one place, and `key` is the one to edit first. */
export type Target = {
  keys: string[]
  key?: string
  from?: Element | undefined
}

export type OpenText = (target: Target) => Promise<void>
