export const maxFileBytes = 25 * 1024 * 1024

/**
 * The size of the pieces that the database stores of a file. They are small,
 * because Prisma copies everything that it writes or reads several times.
 */
export const pieceBytes = 1024 * 1024
