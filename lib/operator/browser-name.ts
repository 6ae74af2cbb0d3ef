// Those that others are made of come last: Edge, Opera and Vivaldi say that they are Chrome, which says Safari.
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdgA?(?:iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
]

const systems: [name: string, pattern: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['macOS', /\bMac OS X\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** What a user agent says of itself, such as "Firefox 145, Linux"; null where it says nothing that is known. */
export function browserName(userAgent: string | null): string | null {
  const text = userAgent?.slice(0, 1000) ?? ''
  const browser = browsers.find(([, pattern]) => pattern.test(text))
  const [name, pattern] = browser ?? []
  const version = name && pattern && `${name} ${pattern.exec(text)?.[1]}`
  const [system] = systems.find(([, known]) => known.test(text)) ?? []
  return [version, system].filter(Boolean).join(', ') || null
}
