import { z } from 'zod'
import { type Metal, metals } from '@/lib/attestations/archive'
import { mergeTexts, type OwnTexts, type TextTree, valueAt } from '@/lib/text'
import table from './claims.json' with { type: 'json' }
import { line } from './disclosures'

// Texts that name gold and silver together make both claims.
const { namingMetals } = table
const { gold, silver } = table.claims

/**
 * The claims that the shared texts make about a company: for each, the value it
 * states and the texts that make it. `*` matches every entry of a list.
 */
export const claims = {
  ...table.claims,
  gold: { ...gold, texts: [...namingMetals, ...gold.texts] },
  silver: { ...silver, texts: [...namingMetals, ...silver.texts] },
}

export type ClaimName = keyof typeof claims

export const claimNames = Object.keys(claims) as ClaimName[]

export const claimsSchema = z.partialRecord(
  z.enum(claimNames, `must be one of ${claimNames.join(', ')}`),
  line,
)

export type Claims = z.output<typeof claimsSchema>

export function unconfirmedClaims(stated: Claims): ClaimName[] {
  return claimNames.filter((name) => stated[name] !== claims[name].states)
}

/** Returns the metals for which the brand confirms tokens. */
export function confirmedMetals(stated: Claims): Metal[] {
  const missing = unconfirmedClaims(stated)
  return metals.filter((metal) => !missing.includes(metal))
}

/** Whether a text makes a claim that a brand does not confirm. */
export function isUnconfirmed(key: string, stated: Claims): boolean {
  const group = `${key.slice(0, key.lastIndexOf('.'))}.*`
  return unconfirmedClaims(stated).some((name) => {
    const { texts } = claims[name]
    return texts.includes(key) || texts.includes(group)
  })
}

/**
 * Returns the catalog for a brand: each text with an unconfirmed claim is
 * replaced by its counterpart under `Neutral`, or left out if it has none. The
 * brand's own texts are the brand's responsibility and are applied last.
 */
export function textsOfBrand(
  catalog: TextTree,
  own: OwnTexts,
  stated: Claims,
): TextTree {
  const texts = unconfirmedClaims(stated).flatMap((name) => claims[name].texts)
  const claimed = texts
    .flatMap((text) => keysIn(text, catalog))
    .filter(
      (key) =>
        valueAt(catalog, key) !== undefined && valueAt(own, key) === undefined,
    )
  const neutralOf = (key: string) => valueAt(catalog, `Neutral.${key}`)
  const isReplaced = (key: string) => typeof neutralOf(key) === 'string'
  // An entry removed because of one claim stays removed, even if another claim
  // replaces a text in it.
  const ordered = [
    ...claimed.filter(isReplaced),
    ...claimed.filter((key) => !isReplaced(key)),
  ]
  const change = (key: string) =>
    treeOf(key, isReplaced(key) ? String(neutralOf(key)) : null)
  return [...ordered.map(change), own].reduce<TextTree>(
    (tree, more) => mergeTexts(tree, more),
    catalog,
  )
}

function keysIn(key: string, catalog: TextTree): string[] {
  const [group = '', isList] = key.split('.*')
  return isList === undefined
    ? [key]
    : Object.keys(Object(valueAt(catalog, group))).map(
        (name) => `${group}.${name}`,
      )
}

function treeOf(key: string, text: string | null): OwnTexts {
  const [name = '', ...rest] = key.split('.')
  return { [name]: rest.length > 0 ? treeOf(rest.join('.'), text) : text }
}
