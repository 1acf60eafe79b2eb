import { cancelProviderForm } from '#clinical/form-responses/cancel-provider-form.ts'
import { createProviderForm } from '#clinical/form-responses/create-provider-form.ts'
import {
  getProviderForm,
  listProviderForms,
  ProviderFormQuery,
} from '#clinical/form-responses/queries.ts'
import { remindProviderForm } from '#clinical/form-responses/remind-provider-form.ts'
import {
  CancelFormResponse,
  ProviderForm,
  ProviderFormVerification,
  RequestProviderForm,
  SubmitFormResponse,
} from '#clinical/form-responses/schemas.ts'
import { submitProviderForm } from '#clinical/form-responses/submit-provider-form.ts'
import { verifyProviderForm } from '#clinical/form-responses/verify-provider-form.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Provider forms',
  about: 'Forms that providers answer and sign, such as agreements, through a link or the API.',
}
const params = idParam('providerForm')

export const providerFormOperations = [
  operation({
    id: 'createProviderForm',
    method: 'post',
    path: '/v1/provider-forms',
    tag,
    summary: 'Request a form from a provider',
    description: 'The provider gets a one-time link by e-mail, unless `ask` is false.',
    permission: 'provider-documents:write',
    body: RequestProviderForm,
    status: 201,
    response: ProviderForm,
    errors: ['invalid_reference', 'form_not_published'],
    events: ['provider_form.requested'],
    run: (ctx, { body }) => createProviderForm(ctx, body),
  }),
  operation({
    id: 'listProviderForms',
    method: 'get',
    path: '/v1/provider-forms',
    tag,
    summary: 'List forms of providers',
    description:
      'Newest first, in every status unless you filter. A caller bound to a provider sees only that provider’s forms.',
    permission: 'provider-documents:read',
    query: ProviderFormQuery,
    status: 200,
    response: pageOf(ProviderForm),
    run: (ctx, { query }) => listProviderForms(ctx, query),
  }),
  operation({
    id: 'getProviderForm',
    method: 'get',
    path: '/v1/provider-forms/{id}',
    tag,
    summary: 'Retrieve a provider form',
    description: 'Returns the saved answers and, once the form is submitted, the signature.',
    permission: 'provider-documents:read',
    params,
    status: 200,
    response: ProviderForm,
    errors: ['not_found'],
    run: (ctx, { params }) => getProviderForm(ctx, params),
  }),
  operation({
    id: 'submitProviderForm',
    method: 'post',
    path: '/v1/provider-forms/{id}/submit',
    tag,
    summary: 'Submit a provider form',
    description:
      'Submits the answers that the provider saved through the link, and locks the form. `errors` lists each visible required question without an answer.',
    permission: 'provider-documents:write',
    params,
    body: SubmitFormResponse,
    status: 200,
    response: ProviderForm,
    example: { status: 'SUBMITTED', submittedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['provider_form.submitted'],
    run: (ctx, { params, body, version }) =>
      submitProviderForm(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'remindProviderForm',
    method: 'post',
    path: '/v1/provider-forms/{id}/ask',
    tag,
    summary: 'Remind a provider of a form',
    description:
      'Sends a new link by e-mail. Returns 409 if the last reminder was sent less than a minute ago.',
    permission: 'provider-documents:write',
    params,
    status: 200,
    response: ProviderForm,
    errors: [...TRANSITION_ERRORS, 'record_archived'],
    run: (ctx, { params, version }) => remindProviderForm(ctx, { ...params, version }),
  }),
  operation({
    id: 'cancelProviderForm',
    method: 'post',
    path: '/v1/provider-forms/{id}/cancel',
    tag,
    summary: 'Cancel the request for a provider form',
    description: 'Disables the provider’s link.',
    permission: 'provider-documents:write',
    params,
    body: CancelFormResponse,
    status: 200,
    response: ProviderForm,
    example: { status: 'CANCELLED' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, body, version }) =>
      cancelProviderForm(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'verifyProviderForm',
    method: 'get',
    path: '/v1/provider-forms/{id}/verification',
    tag,
    summary: 'Verify a provider form against its signature',
    description:
      'Computes the hash of the questions and answers again, and compares it with the signature.',
    permission: 'provider-documents:read',
    params,
    status: 200,
    response: ProviderFormVerification,
    errors: ['not_found'],
    run: (ctx, { params }) => verifyProviderForm(ctx, params),
  }),
]
