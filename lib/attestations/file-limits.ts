export const maxFileBytes = 25 * 1024 * 1024

/**
 * The size of the pieces in which the database stores a file. They are small,
 * because Prisma copies whatever it reads or writes several times.
 */
export const pieceBytes = 1024 * 1024
