import { disclosureReasons } from '@/lib/brand/disclosure-reasons'
import { type Disclosures, disclosureParts } from '@/lib/brand/disclosures'
import { missingDisclosures } from '@/lib/health/settings-checks'
import { type Finding, ok, warning } from './finding'

/** What a brand leaves out of what institutional buyers look for, with the reason why they do. */
export function checkDisclosures(disclosures: Disclosures): Finding {
  const missing = missingDisclosures(disclosures)
  if (missing.length === 0) return ok('Disclosures', 'every part is set.')
  const reasons = missing.map((part) => `${part} (${disclosureReasons[part].name}): ${disclosureReasons[part].reason}`)
  const advice = 'Add what you can to "disclosures" in brand.json (docs/brands.md). Buyers look for:'
  return warning(
    'Disclosures',
    `${missing.length} of ${disclosureParts.length} parts are not set, and appear nowhere.`,
    [advice, ...reasons].join('\n           - '),
  )
}
