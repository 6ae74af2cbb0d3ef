/** A conversation's id, which the browser makes. It grants no access, so its form is loose. */
export const sessionIdPattern = /^[\w.-]{8,128}$/
