import { createFormResponse } from '#clinical/form-responses/create-form-response.ts'
import { RequestForm } from '#clinical/form-responses/schemas.ts'
import { defineAction, done } from '../action.ts'
import { guardianIds } from './guardian-ids.ts'

export const requestForm = defineAction({
  name: 'request_form',
  title: 'Request a form',
  description:
    'Requests a form from a child’s legal guardians by e-mail, with reminders until it is submitted.',
  parameters: RequestForm,
  needs: ['form-responses:write', 'children:read'],
  writesToPeople: true,
  approval: 'REQUIRED',
  recipients: guardianIds,
  perform: async (tx, parameters) => {
    const { id } = await createFormResponse(tx, parameters)
    return done('form requested', { type: 'formResponse', id })
  },
})
