import type { Route } from '../router'

/** A route before its language is known; undefined if a rule does not apply. */
export type Decision = Partial<Omit<Route, 'language'>> | undefined
