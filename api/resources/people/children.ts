import { createChild } from '#people/children/create-child.ts'
import { findDuplicates } from '#people/children/find-duplicates.ts'
import { patchChild } from '#people/children/patch-child.ts'
import { getChild, listChildren, ChildQuery } from '#people/children/queries.ts'
import { childRecord } from '#people/children/record.ts'
import {
  Child,
  CreateChild,
  DuplicateCandidate,
  FoundChild,
  PatchChild,
} from '#people/children/schemas.ts'
import { NameSearch, searchChildren } from '#people/children/search-children.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, listOf, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Children', about: 'The children in care: register, search, merge duplicates.' }
const params = idParam('child')

export const childOperations = [
  operation({
    id: 'createChild',
    method: 'post',
    path: '/v1/children',
    tag,
    summary: 'Register a child',
    permission: 'children:write',
    body: CreateChild,
    status: 201,
    response: Child,
    errors: ['invalid_reference'],
    events: ['child.registered'],
    run: (ctx, { body }) => createChild(ctx, body),
  }),
  operation({
    id: 'listChildren',
    method: 'get',
    path: '/v1/children',
    tag,
    summary: 'List children',
    description:
      'Newest first. Archived children are not included unless you set `state`. A key bound to a provider sees only its caseload.',
    permission: 'children:read',
    query: ChildQuery,
    status: 200,
    response: pageOf(Child),
    run: (ctx, { query }) => listChildren(ctx, query),
  }),
  operation({
    id: 'searchChildren',
    method: 'get',
    path: '/v1/children/search',
    tag,
    summary: 'Search children by name',
    description: 'Best match first. Tolerates typing errors and accents.',
    permission: 'children:read',
    query: NameSearch,
    status: 200,
    response: listOf(FoundChild),
    run: (ctx, { query }) => searchChildren(ctx, query),
  }),
  operation({
    id: 'listChildDuplicates',
    method: 'get',
    path: '/v1/children/{id}/duplicates',
    tag,
    summary: 'List records that may be the same child',
    description:
      'Compares names, birth dates and guardians. Best match first, each with the reasons for it.',
    permission: 'children:read',
    params,
    status: 200,
    response: listOf(DuplicateCandidate),
    errors: ['not_found'],
    run: (ctx, { params }) => findDuplicates(ctx, params),
  }),
  operation({
    id: 'getChild',
    method: 'get',
    path: '/v1/children/{id}',
    tag,
    summary: 'Retrieve a child',
    description:
      'Returns the record with its alerts. The platform records the read for the accounting of disclosures.',
    permission: 'children:read',
    params,
    status: 200,
    response: Child,
    errors: ['not_found'],
    run: (ctx, { params }) => getChild(ctx, params),
  }),
  operation({
    id: 'patchChild',
    method: 'patch',
    path: '/v1/children/{id}',
    tag,
    summary: 'Change a child',
    description:
      'Members that you omit stay unchanged; null removes a value. A new date of birth moves statutory deadlines. Changing `primaryProviderId` changes who sees the child, so it requires `care-teams:write` and the same fresh proof of identity as a change of the care team.',
    permission: 'children:write',
    params,
    body: PatchChild,
    status: 200,
    response: Child,
    errors: [...CHANGE_ERRORS, 'invalid_reference', 'child_merged', 'step_up_required'],
    events: ['child.updated'],
    run: (ctx, { params, body, version }) => patchChild(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(childRecord, {
    path: '/v1/children/{id}',
    tag,
    noun: 'a child',
    response: Child,
    restoreErrors: ['child_merged', 'erasure_open'],
  }),
]
