import { createLegalEntity } from '#receivables/legal-entities/create-legal-entity.ts'
import { patchLegalEntity } from '#receivables/legal-entities/patch-legal-entity.ts'
import {
  getLegalEntity,
  listLegalEntities,
  LegalEntityQuery,
} from '#receivables/legal-entities/queries.ts'
import { legalEntityRecord } from '#receivables/legal-entities/record.ts'
import {
  CreateLegalEntity,
  PatchLegalEntity,
  LegalEntity,
} from '#receivables/legal-entities/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Legal entities', about: 'The entities of the centre that issue invoices.' }
const params = idParam('legalEntity')

export const legalEntityOperations = [
  operation({
    id: 'createLegalEntity',
    method: 'post',
    path: '/v1/legal-entities',
    tag,
    summary: 'Create a legal entity',
    description:
      'A legal entity is the company or person of the centre that issues invoices. Its invoice numbers have no gaps within a year.',
    permission: 'legal-entities:write',
    body: CreateLegalEntity,
    status: 201,
    response: LegalEntity,
    errors: ['already_exists'],
    run: (ctx, { body }) => createLegalEntity(ctx, body),
  }),
  operation({
    id: 'listLegalEntities',
    method: 'get',
    path: '/v1/legal-entities',
    tag,
    summary: 'List legal entities',
    description: 'Newest first, without archived entities unless you ask for them.',
    permission: 'legal-entities:read',
    query: LegalEntityQuery,
    status: 200,
    response: pageOf(LegalEntity),
    run: (ctx, { query }) => listLegalEntities(ctx, query),
  }),
  operation({
    id: 'getLegalEntity',
    method: 'get',
    path: '/v1/legal-entities/{id}',
    tag,
    summary: 'Retrieve a legal entity',
    description: 'Returns the name, address, tax numbers and bank account that invoices show.',
    permission: 'legal-entities:read',
    params,
    status: 200,
    response: LegalEntity,
    errors: ['not_found'],
    run: (ctx, { params }) => getLegalEntity(ctx, params),
  }),
  operation({
    id: 'patchLegalEntity',
    method: 'patch',
    path: '/v1/legal-entities/{id}',
    tag,
    summary: 'Change a legal entity',
    description: 'Invoices already issued do not change.',
    permission: 'legal-entities:write',
    params,
    body: PatchLegalEntity,
    status: 200,
    response: LegalEntity,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      patchLegalEntity(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(legalEntityRecord, {
    path: '/v1/legal-entities/{id}',
    tag,
    noun: 'a legal entity',
    response: LegalEntity,
  }),
]
