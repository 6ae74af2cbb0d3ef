import type { Metadata } from 'next'
import { About } from '@/components/home/about'
import { Showcase } from '@/components/home/showcase'
import { Testimonial } from '@/components/home/testimonial'
import { StructuredData } from '@/components/seo/structured-data'
import { CallToAction } from '@/components/ui/call-to-action'
import { CardSection } from '@/components/ui/card-section'
import { Faq } from '@/components/ui/faq'
import { PageHero } from '@/components/ui/page-hero'
import { pageMetadata } from '@/lib/seo/metadata'

export function generateMetadata({ params }: PageProps<'/[locale]'>): Promise<Metadata> {
  return pageMetadata(params, 'home')
}

export default function HomePage() {
  return (
    <>
      <StructuredData page="home" />
      <PageHero page="home" />
      <About />
      <CardSection id="institutions" namespace="Institutions" columns={4} />
      <CardSection id="benefits" namespace="Benefits" columns={3} />
      <Showcase />
      <CardSection id="why-us" namespace="WhyUs" columns={2} />
      <CardSection id="how-it-works" namespace="Steps" columns={4} ordered />
      <Testimonial />
      <Faq id="faq" namespace="HomeFaq" />
      <CallToAction namespace="CallToAction" />
    </>
  )
}
