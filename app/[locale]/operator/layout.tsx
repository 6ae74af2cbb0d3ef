import '@/app/styles/form-pages.css'
import type { Metadata } from 'next'

// Sets no title, because ConsoleFrame renders the title of each page.
export const metadata: Metadata = {
  title: null,
  description: null,
  robots: { index: false, follow: false },
  openGraph: null,
  twitter: null,
  manifest: null,
}

export default function OperatorLayout({
  children,
}: LayoutProps<'/[locale]/operator'>) {
  return children
}
