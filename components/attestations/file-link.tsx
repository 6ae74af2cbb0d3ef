import type { ReactNode } from 'react'
import type { Report } from '@/lib/attestations/archive'

/** A link to a report's file, named with the report for who hears it alone. */
export function FileLink({ report, children }: { report: Report; children: ReactNode }) {
  return (
    <a href={report.fileUrl} rel="noopener noreferrer" className="text-link">
      {children}
      <span className="visually-hidden">{` (${report.title})`}</span>
    </a>
  )
}
