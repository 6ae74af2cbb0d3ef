/** The most characters a message to the assistant may have. */
export const maxMessageCharacters = 2000
