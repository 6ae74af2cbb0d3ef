/**
 * Roles of operators: `sales` sees leads and questions, `compliance` reports,
 * and `admin` the other operators, erasure and the health of the site.
 */
export const roles = ['sales', 'compliance', 'admin'] as const

export type Role = (typeof roles)[number]
