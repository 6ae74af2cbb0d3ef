// Plain JavaScript, as `npm run locale` needs it before the set-up.

/** Stands before a text of a catalog that is still the English one. */
export const untranslatedMark = '[en] '
