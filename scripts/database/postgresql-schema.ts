// The models of prisma/schema.prisma for PostgreSQL: what differs is derived, nothing is written twice.

export function derivePostgresqlSchema(schema: string): string {
  return (
    schema
      .replace('provider = "sqlite"', 'provider = "postgresql"')
      .replace(/(output\s*=) ".*"/, '$1 "./client"')
      // To the millisecond, as JavaScript has it, and a moment wherever it is read.
      .replace(/^( +\w+ +DateTime\b\??)/gm, '$1 @db.Timestamptz(3)')
  )
}
