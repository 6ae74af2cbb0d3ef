import { site } from '@/lib/site'
import { reportSchemaSince } from './schema'

/** The schema of a new report with the server's own founding year. */
export const reportSchema = reportSchemaSince(site.founded)
