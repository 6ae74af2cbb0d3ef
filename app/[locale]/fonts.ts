import localFont from 'next/font/local'

// Latin and Latin Extended-A cover the site's languages; a report's title in another script uses the system's fonts.
export const serif = localFont({
  src: '../../node_modules/@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-wght-normal.woff2',
  weight: '400 900',
  variable: '--serif-face',
  display: 'swap',
  adjustFontFallback: 'Times New Roman',
})

export const sans = localFont({
  src: '../../node_modules/@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--sans-face',
  display: 'swap',
  adjustFontFallback: 'Arial',
})
