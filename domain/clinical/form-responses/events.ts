import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({
  responseId: idOf('formResponse'),
  templateId: idOf('formTemplate'),
  childId: idOf('child'),
})
const example = {
  responseId: exampleId('formResponse'),
  templateId: exampleId('formTemplate'),
  childId: exampleId('child'),
}

const ofProvider = {
  payload: z.strictObject({
    formId: idOf('providerForm'),
    templateId: idOf('formTemplate'),
    providerId: idOf('provider'),
  }),
  example: {
    formId: exampleId('providerForm'),
    templateId: exampleId('formTemplate'),
    providerId: exampleId('provider'),
  },
}

export const formEvents = defineEvents({
  'form_response.requested': defineEvent({
    description: 'A form was asked for, by the centre or because a booking needs it.',
    payload,
    example,
  }),
  'form_response.submitted': defineEvent({
    description: 'A form was submitted. Read the answers from the response.',
    payload: payload.extend({
      clientId: idOf('client')
        .exactOptional()
        .meta({ description: 'The guardian who submitted it, by a link.' }),
    }),
    example: { ...example, clientId: exampleId('client') },
  }),
  'provider_form.requested': defineEvent({
    description: 'A provider was asked to answer a form.',
    ...ofProvider,
  }),
  'provider_form.submitted': defineEvent({
    description: 'A form of a provider was submitted. Read the answers from the form.',
    ...ofProvider,
  }),
})

/** Members of the events about a child's form. */
export const formFacts = (row: { id: string; templateId: string; childId: string | null }) => ({
  responseId: row.id,
  templateId: row.templateId,
  childId: row.childId!,
})

/** Members of the events about a provider's form. */
export const providerFormFacts = (row: {
  id: string
  templateId: string
  providerId: string | null
}) => ({ formId: row.id, templateId: row.templateId, providerId: row.providerId! })
