export const maxMessageCharacters = 2000
