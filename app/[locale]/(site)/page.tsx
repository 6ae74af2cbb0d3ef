import type { Metadata } from 'next'
import { EvidenceLedger } from '@/components/attestations/ledger'
import { LiveSupply } from '@/components/attestations/live-supply'
import {
  About,
  Benefits,
  Institutions,
  Showcase,
  Steps,
  Testimonial,
  WhyUs,
} from '@/components/home/sections'
import { StructuredData } from '@/components/seo/structured-data'
import { CallToAction } from '@/components/ui/call-to-action'
import { Faq } from '@/components/ui/faq'
import { PageHero } from '@/components/ui/page-hero'
import { pageMetadata } from '@/lib/seo/metadata'

// Rendered when the reports change (lib/routes.ts), because it shows the latest
// one.
export const dynamic = 'force-dynamic'

export function generateMetadata({
  params,
}: PageProps<'/[locale]'>): Promise<Metadata> {
  return pageMetadata(params, 'home')
}

export default function HomePage() {
  return (
    <>
      <StructuredData page="home" />
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
    </>
  )
}
