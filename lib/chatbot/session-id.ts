/**
 * Matches a conversation's id from the browser. The format is loose, because
 * the id grants no access.
 */
export const sessionIdPattern = /^[\w.-]{8,128}$/

/** The name under which a tab stores its conversation. */
export const conversationEntry = 'chat'
