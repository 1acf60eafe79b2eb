import { createCustomField } from '#organization/custom-fields/create-custom-field.ts'
import { patchCustomField } from '#organization/custom-fields/patch-custom-field.ts'
import {
  getCustomField,
  listCustomFields,
  CustomFieldQuery,
} from '#organization/custom-fields/queries.ts'
import { customFieldRecord } from '#organization/custom-fields/record.ts'
import {
  CustomField,
  CreateCustomField,
  PatchCustomField,
} from '#organization/custom-fields/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Custom fields', about: 'Fields that the centre adds to its records.' }
const params = idParam('customFieldDefinition')

export const customFieldOperations = [
  operation({
    id: 'createCustomField',
    method: 'post',
    path: '/v1/custom-fields',
    tag,
    summary: 'Create a custom field',
    description:
      'A required field applies from now on: existing clients without a value are refused when their custom_fields are next changed.',
    permission: 'custom-fields:write',
    body: CreateCustomField,
    status: 201,
    response: CustomField,
    errors: ['already_exists', 'too_many_custom_fields'],
    run: (ctx, { body }) => createCustomField(ctx, body),
  }),
  operation({
    id: 'listCustomFields',
    method: 'get',
    path: '/v1/custom-fields',
    tag,
    summary: 'List custom fields',
    description: 'Newest first. Archived fields are not included unless you set `state`.',
    permission: 'custom-fields:read',
    query: CustomFieldQuery,
    status: 200,
    response: pageOf(CustomField),
    run: (ctx, { query }) => listCustomFields(ctx, query),
  }),
  operation({
    id: 'getCustomField',
    method: 'get',
    path: '/v1/custom-fields/{id}',
    tag,
    summary: 'Retrieve a custom field',
    description: 'Returns the name, type and options of the field.',
    permission: 'custom-fields:read',
    params,
    status: 200,
    response: CustomField,
    errors: ['not_found'],
    run: (ctx, { params }) => getCustomField(ctx, params),
  }),
  operation({
    id: 'patchCustomField',
    method: 'patch',
    path: '/v1/custom-fields/{id}',
    tag,
    summary: 'Change a custom field',
    description: 'The key and the type cannot change, because records have values for the field.',
    permission: 'custom-fields:write',
    params,
    body: PatchCustomField,
    status: 200,
    response: CustomField,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      patchCustomField(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(customFieldRecord, {
    path: '/v1/custom-fields/{id}',
    tag,
    noun: 'a custom field',
    response: CustomField,
    restoreErrors: ['already_exists', 'too_many_custom_fields'],
  }),
]
