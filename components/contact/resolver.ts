import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { contactSchema } from '@/lib/leads/schema'

/** Validates the form with the schema of the API. A module of its own, because it is loaded when it is needed. */
export const resolver = standardSchemaResolver(contactSchema)
