import '@/app/styles/form-pages.css'

export default function OperatorLayout({ children }: LayoutProps<'/[locale]/operator'>) {
  return children
}
