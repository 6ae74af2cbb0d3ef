/** The tags that a text may link with. */
export const linkTags = ['contact', 'product', 'attestations', 'shop'] as const
