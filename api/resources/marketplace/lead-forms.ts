import { createLeadForm } from '#marketplace/lead-forms/create-lead-form.ts'
import { patchLeadForm } from '#marketplace/lead-forms/patch-lead-form.ts'
import { getLeadForm, LeadFormQuery, listLeadForms } from '#marketplace/lead-forms/queries.ts'
import { CreateLeadForm, LeadForm, PatchLeadForm } from '#marketplace/lead-forms/schemas.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Leads'
const params = idParam('leadForm')

export const leadFormOperations = [
  operation({
    id: 'createLeadForm',
    method: 'post',
    path: '/v1/lead-forms',
    tag,
    summary: 'Create a public lead form',
    description:
      'The form’s page (`path`) requires no sign-in. A family’s request becomes a lead when the family confirms the link sent to its e-mail address; unconfirmed requests are deleted after a day.',
    permission: 'lead-forms:write',
    body: CreateLeadForm,
    status: 201,
    response: LeadForm,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createLeadForm(ctx, body),
  }),
  operation({
    id: 'listLeadForms',
    method: 'get',
    path: '/v1/lead-forms',
    tag,
    summary: 'List public lead forms',
    description: 'Newest first, unless you sort the list.',
    permission: 'lead-forms:read',
    query: LeadFormQuery,
    status: 200,
    response: pageOf(LeadForm),
    run: (ctx, { query }) => listLeadForms(ctx, query),
  }),
  operation({
    id: 'getLeadForm',
    method: 'get',
    path: '/v1/lead-forms/{id}',
    tag,
    summary: 'Retrieve a public lead form',
    description:
      'Returns the path of the page, its questions, and the consents that a family gives by sending the form.',
    permission: 'lead-forms:read',
    params,
    status: 200,
    response: LeadForm,
    errors: ['not_found'],
    run: (ctx, { params }) => getLeadForm(ctx, params),
  }),
  operation({
    id: 'patchLeadForm',
    method: 'patch',
    path: '/v1/lead-forms/{id}',
    tag,
    summary: 'Change a public lead form',
    description:
      'Members that you omit stay unchanged. Changing the text of a consent creates a new version of it. `active: false` closes the page.',
    permission: 'lead-forms:write',
    params,
    body: PatchLeadForm,
    status: 200,
    response: LeadForm,
    errors: [...CHANGE_ERRORS, 'invalid_reference'],
    run: (ctx, { params, body, version }) =>
      patchLeadForm(ctx, { ...params, version, patch: body }),
  }),
]
