import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
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

export const formEvents = defineEvents({
  'form_response.requested': defineEvent({
    description: 'A form was asked for, by the centre or because a booking needs it.',
    payload,
    example,
  }),
  'form_response.submitted': defineEvent({
    description: 'A form was submitted. What was answered is on the response alone.',
    payload: payload.extend({
      clientId: idOf('client')
        .exactOptional()
        .meta({ description: 'The guardian who submitted it, by a link.' }),
    }),
    example: { ...example, clientId: exampleId('client') },
  }),
})

/** What both say. */
export const formFacts = (row: { id: string; templateId: string; childId: string }) => ({
  responseId: row.id,
  templateId: row.templateId,
  childId: row.childId,
})
