/** The brand of a site whose BRAND is not set: a fictional company. */
export const defaultBrand = 'halcrest'
