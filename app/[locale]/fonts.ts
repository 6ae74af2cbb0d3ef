import localFont from 'next/font/local'

// Latin and Latin Extended-A cover the site's languages; a report's title in another script uses the system's fonts.
// Until they are there, text is set in the faces of app/styles/fonts.css, which take the same room.
export const bodoniModa = localFont({
  src: '../../node_modules/@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-wght-normal.woff2',
  weight: '400 900',
  variable: '--serif-face',
  display: 'swap',
  adjustFontFallback: false,
  fallback: ['Bodoni Moda fallback'],
})

export const libreFranklin = localFont({
  src: '../../node_modules/@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--sans-face',
  display: 'swap',
  adjustFontFallback: false,
  fallback: ['Libre Franklin fallback'],
})
