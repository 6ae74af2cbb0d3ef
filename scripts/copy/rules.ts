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
  checkStale,
  checkVerbatim,
} from './translation-rules'
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

export const textRules: Record<string, TextRule> = {
  empty: checkEmpty,
  icu: checkSyntax,
  arguments: checkArguments,
  unfilled: checkUnfilled,
  links: checkLinks,
  stale: checkStale,
  english: checkEnglish,
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
