// Draws the icon in tabs, which follows the color scheme of the browser.
import { paintedMark, svg } from './drawing'

const start = '<!-- Drawn from '

/**
 * Draws the icon. `fingerprint` is that of what all images of the brand were
 * drawn from.
 */
export function themedIcon(
  mark: string,
  { light, dark }: { light: string; dark: string },
  fingerprint: string,
): string {
  const colors = `<style>svg{color:${light}}@media (prefers-color-scheme:dark){svg{color:${dark}}}</style>`
  const content =
    colors + paintedMark(mark, { left: 0, top: 0, side: 100 }, 'currentColor')
  return svg(100, 100, `${start}${fingerprint} -->${content}`)
}

/** Whether an icon is one of these, and not the brand's own drawing. */
export function isGenerated(icon: string): boolean {
  return icon.includes(start)
}
