import { env } from '@/lib/env'
import { problemResponse } from '@/lib/http/handler'
import { log } from '@/lib/log'
import type { Role } from './role-names'

/**
 * Whether an operator, or a program with a machine key, has a role. A name
 * without roles in OPERATOR_ROLES has all of them.
 */
export function hasRole(operator: string, role: Role): boolean {
  const given = env.OPERATOR_ROLES.find(({ name }) => name === operator)
  return given === undefined || given.roles.includes(role)
}

/**
 * Returns the problem response for an operator without the role, or undefined.
 */
export function roleProblem(
  operator: string,
  role: Role | undefined,
): Response | undefined {
  if (!role || hasRole(operator, role)) return undefined
  log.warn({ operator, role }, 'operator refused: the required role is missing')
  return problemResponse('wrong_role', { role })
}
