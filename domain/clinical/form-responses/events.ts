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
    description: 'A form was requested, either by the centre or because a booking requires it.',
    payload,
    example,
  }),
  'form_response.submitted': defineEvent({
    description: 'A form was submitted. To read the answers, retrieve the form response.',
    payload: payload.extend({
      clientId: idOf('client').exactOptional().meta({
        description: 'Guardian who submitted the form through a link; omitted if no link was used.',
      }),
    }),
    example: { ...example, clientId: exampleId('client') },
  }),
  'provider_form.requested': defineEvent({
    description: 'A provider was asked to answer a form.',
    ...ofProvider,
  }),
  'provider_form.submitted': defineEvent({
    description: 'A provider submitted a form. To read the answers, retrieve the provider form.',
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
