type Series = { name: string; values: number[] }

const size = { width: 640, height: 300, left: 48, right: 170, top: 16, bottom: 32 }
const inks = ['#7d5f18', '#1f5a3c', '#9c1c1c', '#46525d']

/** An SVG of series over amounts, as multiples of their first value. Both scales are logarithmic. */
export function drawPlot(title: string, amounts: number[], series: Series[]): string {
  const ratios = series.map(({ values }) => values.map((value) => value / (values[0] ?? 1)))
  const reach = Math.max(2, ...ratios.flat().map((ratio) => Math.max(ratio, 1 / ratio)))
  const x = scale(Math.min(...amounts), Math.max(...amounts), size.left, size.width - size.right)
  const y = scale(1 / reach, reach, size.height - size.bottom, size.top)
  const lines = ratios.map((values, i) => {
    const points = values.map((value, at) => `${x(amounts[at] ?? 1)},${y(value)}`)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${inks[i % inks.length]}" stroke-width="2"/>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${size.width}" height="${size.height}" fill="#fff"/>`,
    ...amounts.map((amount) => label(x(amount), size.height - 12, amount.toLocaleString('en'), 'middle')),
    ...[1 / reach, 1, reach].map((ratio) => gridLine(y(ratio), `× ${Number(ratio.toPrecision(2))}`)),
    ...lines,
    ...series.map(({ name }, i) => label(size.width - size.right + 12, size.top + 14 + i * 18, name, 'start', inks[i])),
    '</svg>',
    '',
  ].join('\n')
}

function scale(low: number, high: number, from: number, to: number) {
  const span = Math.log(high / low) || 1
  return (value: number) => Math.round(from + (Math.log(value / low) / span) * (to - from))
}

function gridLine(y: number, text: string): string {
  const right = size.width - size.right
  return `<path d="M${size.left} ${y}H${right}" stroke="#cfc8b8"/>${label(size.left - 6, y + 4, text, 'end')}`
}

function label(x: number, y: number, text: string, anchor: string, fill = '#0e1a24'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}">${text}</text>`
}
