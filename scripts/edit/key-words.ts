// The steps of a text's key, in words that editors use.
const fieldNames: Record<string, string> = {
  title: 'headline',
  eyebrow: 'line above the headline',
  body: 'text',
  body1: 'first text',
  body2: 'second text',
  second: 'second button',
  cta: 'button',
}

const fieldsOfSection: Record<string, Record<string, string>> = {
  Facts: { text: 'answer' },
  Metadata: {
    title: 'page title',
    description: 'description for search engines',
    keywords: 'keywords for search engines',
  },
}

/** Names the last step of a key: `Hero.title` is “headline”. */
export function fieldOf(key: string): string {
  const [section = ''] = key.split('.')
  const field = key.slice(key.lastIndexOf('.') + 1)
  return (
    fieldsOfSection[section]?.[field] ??
    fieldNames[field] ??
    splitKey(field).join(' ')
  )
}

/** Splits `callToAction`, `HomeFaq` and `too_long` into words. */
export function splitKey(step: string): string[] {
  const words = step.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const named = words.replace(/\b(api|aml|faq|json|kyc)\b/g, (word) =>
    word.toUpperCase(),
  )
  return named.split(/[ _]/)
}
