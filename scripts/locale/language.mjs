// What is known of a language from its code alone.

// Flags that are stripes and nothing else; any other is added by hand.
const flags = {
  de: { horizontal: ['#000', '#dd0000', '#ffce00'] },
  it: { vertical: ['#009246', '#fff', '#ce2b37'] },
  nl: { horizontal: ['#ae1c28', '#fff', '#21468b'] },
  pl: { horizontal: ['#fff', '#dc143c'] },
  hu: { horizontal: ['#ce2939', '#fff', '#477050'] },
  ro: { vertical: ['#002b7f', '#fcd116', '#ce1126'] },
  bg: { horizontal: ['#fff', '#00966e', '#d62612'] },
  lt: { horizontal: ['#fdb913', '#006a44', '#c1272d'] },
  et: { horizontal: ['#0072ce', '#000', '#fff'] },
  lv: { horizontal: ['#9e3039', '#9e3039', '#fff', '#9e3039', '#9e3039'] },
  uk: { horizontal: ['#0057b7', '#ffd700'] },
  ru: { horizontal: ['#fff', '#0039a6', '#d52b1e'] },
}

const rightToLeft = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm']

/** The canonical code and the table's row of a language, or the problem in one sentence. */
export function describeLanguage(asked, existing) {
  const code = canonical(asked)
  if (!code) return { problem: `"${asked}" is not a language code (BCP 47), such as de, it or pt-BR.` }
  if (code !== asked) return { problem: `The code of this language is written ${code}.` }
  if (existing.includes(code)) return { problem: `The site has ${code} already.` }
  const name = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code)
  if (!name) return { problem: `No language is known by the code ${code}.` }
  const { script, region } = new Intl.Locale(code).maximize()
  if (rightToLeft.includes(script)) {
    return {
      problem: `${capitalised(name, code)} (${code}) is written from right to left, which the layout cannot show yet.`,
    }
  }
  const flag = flags[code]
  return { code, row: { name: capitalised(name, code), region, ...(flag && { flag }) } }
}

// Language, script and region alone: what else a code may say has no place in an address.
function canonical(asked) {
  try {
    const { language, baseName } = new Intl.Locale(asked)
    return Intl.getCanonicalLocales(asked)[0] === baseName && /^[a-z]{2,3}$/.test(language) ? baseName : undefined
  } catch {
    return undefined
  }
}

function capitalised(name, code) {
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** Stands before a text of a new catalog until somebody translates it. */
export const untranslatedMark = '[en] '

/** A catalog with the same keys, in which every text is marked as one that is still in English. */
export function skeleton(english) {
  const marked = (tree) =>
    Object.fromEntries(
      Object.entries(tree).map(([key, value]) => [
        key,
        typeof value === 'string' ? untranslatedMark + value : marked(value),
      ]),
    )
  return `${JSON.stringify(marked(JSON.parse(english)), null, 2)}\n`
}
