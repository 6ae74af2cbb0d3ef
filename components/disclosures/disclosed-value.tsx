import { ExternalLink } from '@/components/ui/links'
import type { Value } from '@/lib/disclosures/values'

export function DisclosedValue({ text, href, code }: Value) {
  const words = code ? <code className="contract">{text}</code> : text
  if (href === undefined) return words
  return href.startsWith('mailto:') ? <a href={href}>{words}</a> : <ExternalLink href={href}>{words}</ExternalLink>
}
