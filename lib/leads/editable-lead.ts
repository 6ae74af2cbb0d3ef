import {
  type ContactField,
  contactDefinitionOf,
  contactFields,
} from './contact-fields'
import type { LeadStage } from './stages'

/** The contact fields that operators can correct: all but the message. */
export const correctableFields = contactFields.filter(
  (field): field is CorrectableField =>
    contactDefinitionOf(field).kind !== 'text',
)

export type CorrectableField = Exclude<ContactField, 'message'>

/** Values that sales record on a lead. Null means no owner or no reminder. */
export type EditableLead = {
  stage: LeadStage
  owner: string | null
  remindOn: string | null
} & Record<CorrectableField, string>
