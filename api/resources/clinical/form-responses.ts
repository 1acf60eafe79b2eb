import { remindFormResponse } from '#clinical/form-responses/remind-form-response.ts'
import { cancelFormResponse } from '#clinical/form-responses/cancel-form-response.ts'
import {
  FormResponseQuery,
  getFormResponse,
  listAppointmentForms,
  listFormResponses,
} from '#clinical/form-responses/queries.ts'
import { createFormResponse } from '#clinical/form-responses/create-form-response.ts'
import { saveFormResponse } from '#clinical/form-responses/save-form-response.ts'
import {
  AppointmentForm,
  CancelFormResponse,
  FormResponse,
  FormVerification,
  RequestForm,
  SaveFormResponse,
  SubmitFormResponse,
} from '#clinical/form-responses/schemas.ts'
import { submitFormResponse } from '#clinical/form-responses/submit-form-response.ts'
import { verifyFormResponse } from '#clinical/form-responses/verify-form-response.ts'
import { SIGNED_TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = 'Forms'
const params = idParam('formResponse')

export const formResponseOperations = [
  operation({
    id: 'createFormResponse',
    method: 'post',
    path: '/v1/form-responses',
    tag,
    summary: 'Request a form',
    description:
      'The child’s legal guardians get a one-time link and reminders. When a family books a service that requires a form, the form is requested automatically.',
    permission: 'form-responses:write',
    body: RequestForm,
    status: 201,
    response: FormResponse,
    errors: ['invalid_reference', 'form_not_published'],
    events: ['form_response.requested'],
    run: (ctx, { body }) => createFormResponse(ctx, body),
  }),
  operation({
    id: 'listFormResponses',
    method: 'get',
    path: '/v1/form-responses',
    tag,
    summary: 'List form responses',
    description: 'Newest first, in every status unless you filter.',
    permission: 'form-responses:read',
    query: FormResponseQuery,
    status: 200,
    response: pageOf(FormResponse),
    run: (ctx, { query }) => listFormResponses(ctx, query),
  }),
  operation({
    id: 'getFormResponse',
    method: 'get',
    path: '/v1/form-responses/{id}',
    tag,
    summary: 'Retrieve a form response',
    description:
      'Returns the saved answers with their scores and, once the form is submitted, the signature.',
    permission: 'form-responses:read',
    params,
    status: 200,
    response: FormResponse,
    errors: ['not_found'],
    run: (ctx, { params }) => getFormResponse(ctx, params),
  }),
  operation({
    id: 'saveFormResponse',
    method: 'patch',
    path: '/v1/form-responses/{id}',
    tag,
    summary: 'Save answers as a draft',
    description:
      'You can save as often as you like. Missing answers are allowed; answers of the wrong type, or to unknown questions, are refused.',
    permission: 'form-responses:write',
    params,
    body: SaveFormResponse,
    status: 200,
    response: FormResponse,
    example: { savedAt: EXAMPLE_INSTANT },
    errors: SIGNED_TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) => saveFormResponse(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'submitFormResponse',
    method: 'post',
    path: '/v1/form-responses/{id}/submit',
    tag,
    summary: 'Submit a form',
    description:
      'Submits the saved answers and locks the response. `errors` lists each visible required question without an answer (`required`), and each answer to a hidden question (`not_allowed`).',
    permission: 'form-responses:write',
    params,
    body: SubmitFormResponse,
    status: 200,
    response: FormResponse,
    example: { status: 'SUBMITTED', submittedAt: EXAMPLE_INSTANT },
    errors: SIGNED_TRANSITION_ERRORS,
    events: ['form_response.submitted'],
    run: (ctx, { params, body, version }) =>
      submitFormResponse(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'remindFormResponse',
    method: 'post',
    path: '/v1/form-responses/{id}/ask',
    tag,
    summary: 'Remind guardians of a form',
    description:
      'Each guardian gets a new link by e-mail. Returns 409 if the last reminder was sent less than a minute ago.',
    permission: 'form-responses:write',
    params,
    status: 200,
    response: FormResponse,
    errors: SIGNED_TRANSITION_ERRORS,
    run: (ctx, { params, version }) => remindFormResponse(ctx, { ...params, version }),
  }),
  operation({
    id: 'cancelFormResponse',
    method: 'post',
    path: '/v1/form-responses/{id}/cancel',
    tag,
    summary: 'Cancel a form request',
    description: 'Stops reminders and disables the link.',
    permission: 'form-responses:write',
    params,
    body: CancelFormResponse,
    status: 200,
    response: FormResponse,
    example: { status: 'CANCELLED' },
    errors: SIGNED_TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) =>
      cancelFormResponse(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'verifyFormResponse',
    method: 'get',
    path: '/v1/form-responses/{id}/verification',
    tag,
    summary: 'Verify a form against its signature',
    description:
      'Computes the hash of the questions and answers again, and compares it with the signature.',
    permission: 'form-responses:read',
    params,
    status: 200,
    response: FormVerification,
    errors: ['not_found'],
    run: (ctx, { params }) => verifyFormResponse(ctx, params),
  }),
  operation({
    id: 'listAppointmentForms',
    method: 'get',
    path: '/v1/appointments/{id}/forms',
    tag,
    summary: 'List the forms that an appointment needs',
    description:
      'Returns the forms that the appointment’s service requires, and which are missing.',
    permission: 'appointments:read',
    params: idParam('appointment'),
    status: 200,
    response: listOf(AppointmentForm),
    errors: ['not_found'],
    run: (ctx, { params }) => listAppointmentForms(ctx, params),
  }),
]
