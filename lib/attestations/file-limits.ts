export const maxFileBytes = 25 * 1024 * 1024

/**
 * The size of the pieces in which the database stores a file, because Prisma
 * copies what it writes and reads several times.
 */
export const pieceBytes = 1024 * 1024
