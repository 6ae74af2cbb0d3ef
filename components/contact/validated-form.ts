import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { createFormControl } from 'react-hook-form'
import { type Contact, type ContactInput, contactSchema } from '@/lib/leads/schema'

/** The form's state, validated with the schema of the API. A module of its own, because it is loaded when it is needed. */
export function createValidatedForm(values: ContactInput) {
  return createFormControl<ContactInput, unknown, Contact>({
    resolver: standardSchemaResolver(contactSchema),
    defaultValues: values,
    // The summary takes the focus.
    shouldFocusError: false,
  })
}
