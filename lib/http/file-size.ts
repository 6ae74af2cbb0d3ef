/** The largest file of a report, in bytes. */
export const maxFileBytes = 25 * 1024 * 1024
