import { createFormTemplate } from '#clinical/form-templates/create-form-template.ts'
import { patchFormTemplate } from '#clinical/form-templates/patch-form-template.ts'
import { publishFormTemplate } from '#clinical/form-templates/publish-form-template.ts'
import {
  FormTemplateQuery,
  getFormTemplate,
  getFormTemplateVersion,
  listFormTemplates,
  VersionParams,
} from '#clinical/form-templates/queries.ts'
import { formTemplateRecord } from '#clinical/form-templates/record.ts'
import {
  CreateFormTemplate,
  FormTemplate,
  FormTemplateVersion,
  PatchFormTemplate,
} from '#clinical/form-templates/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Forms',
  about: 'Questionnaires in versions, and the answers: scored, signed and verified.',
}
const params = idParam('formTemplate')

export const formTemplateOperations = [
  operation({
    id: 'createFormTemplate',
    method: 'post',
    path: '/v1/form-templates',
    tag,
    summary: 'Create a form template',
    description:
      'Defines sections, questions, conditions and scores. Publish the form before you request it.',
    permission: 'form-templates:write',
    body: CreateFormTemplate,
    status: 201,
    response: FormTemplate,
    run: (ctx, { body }) => createFormTemplate(ctx, body),
  }),
  operation({
    id: 'listFormTemplates',
    method: 'get',
    path: '/v1/form-templates',
    tag,
    summary: 'List form templates',
    description: 'Newest first. Archived forms are not included unless you set `state`.',
    permission: 'form-templates:read',
    query: FormTemplateQuery,
    status: 200,
    response: pageOf(FormTemplate),
    run: (ctx, { query }) => listFormTemplates(ctx, query),
  }),
  operation({
    id: 'getFormTemplate',
    method: 'get',
    path: '/v1/form-templates/{id}',
    tag,
    summary: 'Retrieve a form template',
    description: 'Returns the draft of the next version, and the number of the published version.',
    permission: 'form-templates:read',
    params,
    status: 200,
    response: FormTemplate,
    errors: ['not_found'],
    run: (ctx, { params }) => getFormTemplate(ctx, params),
  }),
  operation({
    id: 'patchFormTemplate',
    method: 'patch',
    path: '/v1/form-templates/{id}',
    tag,
    summary: 'Change the draft of a form template',
    description: 'Changes the draft. Published versions never change; publish the draft to use it.',
    permission: 'form-templates:write',
    params,
    body: PatchFormTemplate,
    status: 200,
    response: FormTemplate,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      patchFormTemplate(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'publishFormTemplate',
    method: 'post',
    path: '/v1/form-templates/{id}/publish',
    tag,
    summary: 'Publish a version of a form template',
    description:
      'New requests use this version, which never changes. Open responses keep their version.',
    permission: 'form-templates:write',
    params,
    status: 200,
    response: FormTemplate,
    errors: [...CHANGE_ERRORS, 'record_archived', 'nothing_to_publish'],
    run: (ctx, { params, version }) => publishFormTemplate(ctx, { ...params, version }),
  }),
  operation({
    id: 'getFormTemplateVersion',
    method: 'get',
    path: '/v1/form-templates/{id}/versions/{number}',
    tag,
    summary: 'Retrieve a version of a form template',
    description: 'Returns a published version, which never changes.',
    permission: 'form-templates:read',
    params: VersionParams,
    status: 200,
    response: FormTemplateVersion,
    errors: ['not_found'],
    run: (ctx, { params }) => getFormTemplateVersion(ctx, params),
  }),
  ...archiveOperations(formTemplateRecord, {
    path: '/v1/form-templates/{id}',
    tag,
    noun: 'a form',
    response: FormTemplate,
  }),
]
