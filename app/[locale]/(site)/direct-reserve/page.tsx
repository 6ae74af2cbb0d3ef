import type { Metadata } from 'next'
import { Disclosures } from '@/components/disclosures/disclosures'
import { MetalsTable } from '@/components/product/metals-table'
import { ProductAbout } from '@/components/product/product-about'
import { StructuredData } from '@/components/seo/structured-data'
import { CallToAction } from '@/components/ui/call-to-action'
import { CardSection } from '@/components/ui/card-section'
import { Faq } from '@/components/ui/faq'
import { PageHero } from '@/components/ui/page-hero'
import { pageMetadata } from '@/lib/seo/metadata'

export function generateMetadata({ params }: PageProps<'/[locale]/direct-reserve'>): Promise<Metadata> {
  return pageMetadata(params, 'product')
}

export default function ProductPage() {
  return (
    <>
      <StructuredData page="product" />
      <PageHero page="product" />
      <CardSection id="enterprise" namespace="EnterpriseFeatures" columns={3} />
      <MetalsTable />
      <ProductAbout />
      <CardSection id="features" namespace="KeyFeatures" columns={3} />
      <CardSection id="rethinking" namespace="Differentiators" columns={3} />
      <Disclosures />
      <Faq id="faq" namespace="ProductFaq" />
      <CallToAction namespace="ProductCallToAction" />
    </>
  )
}
