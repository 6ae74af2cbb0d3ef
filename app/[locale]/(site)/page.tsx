import { EvidenceLedger } from '@/components/attestations/evidence-ledger'
import { LiveSupply } from '@/components/attestations/live-supply'
import { About } from '@/components/home/about'
import { Benefits } from '@/components/home/benefits'
import { Institutions } from '@/components/home/institutions'
import { Showcase } from '@/components/home/showcase'
import { Steps } from '@/components/home/steps'
import { Testimonial } from '@/components/home/testimonial'
import { WhyUs } from '@/components/home/why-us'
import { StructuredData } from '@/components/seo/structured-data'
import { CallToAction } from '@/components/ui/call-to-action'
import { Faq } from '@/components/ui/faq'
import { PageHero } from '@/components/ui/page-hero'
import { metadataFor } from '@/lib/seo/metadata'

// Rendered when the reports change (lib/routes.ts), because the page shows the
// latest report.
export const dynamic = 'force-dynamic'

export const generateMetadata = metadataFor('home')

export default function HomePage() {
  return (
    <>
      <PageHero page="home" />
      <EvidenceLedger />
      <LiveSupply />
      <About />
      <Institutions />
      <Benefits />
      <Showcase />
      <WhyUs />
      <Steps />
      <Testimonial />
      <Faq id="faq" namespace="HomeFaq" />
      <CallToAction namespace="CallToAction" />
      <StructuredData page="home" />
    </>
  )
}
