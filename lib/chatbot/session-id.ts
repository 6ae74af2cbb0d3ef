/**
 * Matches a conversation's id from the browser. The format is loose, because
 * the id grants no access.
 */
export const sessionIdPattern = /^[\w.-]{8,128}$/
