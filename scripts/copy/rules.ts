// The rules of the copy check, by the names that findings have.
import {
  countUntranslated,
  findExtra,
  findMissing,
  findPartialOverrides,
  findUnlisted,
  findWrongOrder,
} from './catalog-rules'
import {
  checkArguments,
  checkEmpty,
  checkLinks,
  checkSyntax,
  checkUnfilled,
} from './message-rules'
import type { CatalogRule, TextRule } from './rule'
import { checkSpelling } from './spelling'
import {
  checkEnglish,
  checkGlossary,
  checkNumbers,
  checkStale,
  checkVerbatim,
} from './translation-rules'
import { checkTwins } from './twin-rules'
import {
  checkAddresses,
  checkClaims,
  checkFacts,
  checkForbidden,
  checkLengths,
  checkRequired,
  checkTypography,
} from './wording-rules'

export const catalogRules: Record<string, CatalogRule> = {
  missing: findMissing,
  extra: findExtra,
  order: findWrongOrder,
  unlisted: findUnlisted,
  untranslated: countUntranslated,
  'brand-translation': findPartialOverrides,
}

/** The rules for texts in brand.json, which are not messages. */
export const factRules: Record<string, TextRule> = {
  empty: checkEmpty,
  numbers: checkNumbers,
  typography: checkTypography,
  glossary: checkGlossary,
  verbatim: checkVerbatim,
  forbidden: checkForbidden,
}

export const textRules: Record<string, TextRule> = {
  empty: checkEmpty,
  icu: checkSyntax,
  arguments: checkArguments,
  unfilled: checkUnfilled,
  links: checkLinks,
  stale: checkStale,
  english: checkEnglish,
  numbers: checkNumbers,
  twins: checkTwins,
  length: checkLengths,
  spelling: checkSpelling,
  typography: checkTypography,
  glossary: checkGlossary,
  verbatim: checkVerbatim,
  facts: checkFacts,
  forbidden: checkForbidden,
  required: checkRequired,
  claims: checkClaims,
  addresses: checkAddresses,
}
