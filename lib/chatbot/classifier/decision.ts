import type { Route } from '../router'

/** A route without its language, or undefined if the rule does not apply. */
export type Decision = Partial<Omit<Route, 'language'>> | undefined
