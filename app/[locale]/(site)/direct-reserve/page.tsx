import { Disclosures } from '@/components/disclosures/disclosures'
import { Comparison } from '@/components/product/comparison'
import { EnterpriseFeatures } from '@/components/product/enterprise-features'
import { SupportedMetals } from '@/components/product/metals'
import { Parties } from '@/components/product/parties'
import { ProductAbout } from '@/components/product/product-about'
import { TokenLife } from '@/components/product/token-life'
import { StructuredData } from '@/components/seo/structured-data'
import { CallToAction } from '@/components/ui/call-to-action'
import { Faq } from '@/components/ui/faq'
import { PageHero } from '@/components/ui/page-hero'
import { metadataFor } from '@/lib/seo/metadata'

// Rendered when the reports change (lib/routes.ts), because its table of metals
// shows the latest figures.
export const dynamic = 'force-dynamic'

export const generateMetadata = metadataFor('product')

export default function ProductPage() {
  return (
    <>
      <PageHero page="product" />
      <Parties />
      <EnterpriseFeatures />
      <SupportedMetals />
      <ProductAbout />
      <TokenLife />
      <Comparison />
      <Disclosures />
      <Faq id="faq" namespace="ProductFaq" />
      <CallToAction namespace="ProductCallToAction" />
      <StructuredData page="product" />
    </>
  )
}
