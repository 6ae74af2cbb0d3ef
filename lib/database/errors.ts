import { Prisma } from './generated/client'

/** Thrown instead of using a database file that is gone, damaged or another than this version's. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/** Whether this is Prisma reporting that a unique value exists already (code P2002). */
export function isUniqueConflict(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}

/** Awaits the creation of a row; false where one with its unique value exists already. */
export async function isCreated(creation: Promise<unknown>): Promise<boolean> {
  try {
    await creation
    return true
  } catch (error) {
    if (isUniqueConflict(error)) return false
    throw error
  }
}

/** Whether the database could not be opened, read or written: locked, full, damaged, gone. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /^(PrismaClient(KnownRequest|UnknownRequest|Initialization|RustPanic)Error|DriverAdapterError|SqliteError|DatabaseAway)$/.test(
    error.name,
  )
}
