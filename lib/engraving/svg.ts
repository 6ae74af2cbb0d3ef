/** `size` is the side of the picture in pixels, `radius` half its side in viewBox units. */
type SvgSpec = {
  paths: readonly string[]
  turns?: readonly number[]
  radius: number
  size: number
  strokeWidth: number
  ink: string
  paper?: string
}

export function svgDocument({ paths, turns = [], radius, size, strokeWidth, ink, paper }: SvgSpec): string {
  const box = `${-radius} ${-radius} ${2 * radius} ${2 * radius}`
  const ground = paper ? `<circle r="${2 * radius}" fill="${paper}" stroke="none"/>` : ''
  const sector = `<g id="s">${paths.map((d) => `<path d="${d}"/>`).join('')}</g>`
  const copies = turns.map((turn) => `<use href="#s" transform="rotate(${turn})"/>`).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${box}"` +
    ` fill="none" stroke="${ink}" stroke-width="${strokeWidth}">${ground}${sector}${copies}</svg>`
  )
}
