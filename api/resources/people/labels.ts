import { createLabel } from '#people/labels/create-label.ts'
import { patchLabel } from '#people/labels/patch-label.ts'
import { getLabel, LabelQuery, listLabels } from '#people/labels/queries.ts'
import { labelRecord } from '#people/labels/record.ts'
import { CreateLabel, Label, PatchLabel } from '#people/labels/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Labels', about: 'The centre’s own labels for sorting children.' }
const params = idParam('label')

export const labelOperations = [
  operation({
    id: 'createLabel',
    method: 'post',
    path: '/v1/labels',
    tag,
    summary: 'Create a label',
    description:
      'To add a label to a child, set `labelIds` with PATCH /v1/children/{id}. Agents can add labels too.',
    permission: 'labels:write',
    body: CreateLabel,
    status: 201,
    response: Label,
    errors: ['already_exists'],
    run: (ctx, { body }) => createLabel(ctx, body),
  }),
  operation({
    id: 'listLabels',
    method: 'get',
    path: '/v1/labels',
    tag,
    summary: 'List labels',
    description: 'Newest first. Archived labels are not included unless you set `state`.',
    permission: 'labels:read',
    query: LabelQuery,
    status: 200,
    response: pageOf(Label),
    run: (ctx, { query }) => listLabels(ctx, query),
  }),
  operation({
    id: 'getLabel',
    method: 'get',
    path: '/v1/labels/{id}',
    tag,
    summary: 'Retrieve a label',
    description: 'Returns the label’s name, and whether the label is archived.',
    permission: 'labels:read',
    params,
    status: 200,
    response: Label,
    errors: ['not_found'],
    run: (ctx, { params }) => getLabel(ctx, params),
  }),
  operation({
    id: 'patchLabel',
    method: 'patch',
    path: '/v1/labels/{id}',
    tag,
    summary: 'Change a label',
    description: 'Children who have the label keep it.',
    permission: 'labels:write',
    params,
    body: PatchLabel,
    status: 200,
    response: Label,
    errors: [...CHANGE_ERRORS, 'already_exists'],
    run: (ctx, { params, body, version }) => patchLabel(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(labelRecord, {
    path: '/v1/labels/{id}',
    tag,
    noun: 'a label',
    response: Label,
  }),
]
