import type { Metadata } from 'next'
import { ReceivedMessage } from '@/components/contact/contact-form'
import { parseReference } from '@/lib/leads/fields'
import { pageMetadata } from '@/lib/seo/metadata'

export function generateMetadata({ params }: PageProps<'/[locale]/contact/received'>): Promise<Metadata> {
  return pageMetadata(params, 'received')
}

export default async function ReceivedPage({ searchParams }: PageProps<'/[locale]/contact/received'>) {
  const { reference } = await searchParams
  return <ReceivedMessage reference={parseReference(reference)} />
}
