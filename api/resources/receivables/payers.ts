import { createPayer } from '#receivables/payers/create-payer.ts'
import { patchPayer } from '#receivables/payers/patch-payer.ts'
import { getPayer, listPayers, PayerQuery } from '#receivables/payers/queries.ts'
import { payerRecord } from '#receivables/payers/record.ts'
import { CreatePayer, PatchPayer, Payer } from '#receivables/payers/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Payers',
  about: 'Clients, insurers, schools and state programs, with their terms.',
}
const params = idParam('payer')

export const payerOperations = [
  operation({
    id: 'createPayer',
    method: 'post',
    path: '/v1/payers',
    tag,
    summary: 'Create a payer',
    description:
      'Send `clientId` for a client, or `name` for an insurer, a school or a state program. Orders, guardianships and treatment cycles can refer to a payer.',
    permission: 'payers:write',
    body: CreatePayer,
    status: 201,
    response: Payer,
    errors: ['already_exists', 'invalid_reference'],
    events: ['payer.created'],
    run: (ctx, { body }) => createPayer(ctx, body),
  }),
  operation({
    id: 'listPayers',
    method: 'get',
    path: '/v1/payers',
    tag,
    summary: 'List payers',
    description: 'Newest first, without archived payers unless you ask for them.',
    permission: 'payers:read',
    query: PayerQuery,
    status: 200,
    response: pageOf(Payer),
    run: (ctx, { query }) => listPayers(ctx, query),
  }),
  operation({
    id: 'getPayer',
    method: 'get',
    path: '/v1/payers/{id}',
    tag,
    summary: 'Retrieve a payer',
    description: 'Returns the payer, the payment terms, and the address for invoices.',
    permission: 'payers:read',
    params,
    status: 200,
    response: Payer,
    errors: ['not_found'],
    run: (ctx, { params }) => getPayer(ctx, params),
  }),
  operation({
    id: 'patchPayer',
    method: 'patch',
    path: '/v1/payers/{id}',
    tag,
    summary: 'Change a payer',
    description: 'Invoices already issued keep their due date and address.',
    permission: 'payers:write',
    params,
    body: PatchPayer,
    status: 200,
    response: Payer,
    errors: [...CHANGE_ERRORS, 'already_exists'],
    events: ['payer.updated'],
    run: (ctx, { params, body, version }) => patchPayer(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(payerRecord, {
    path: '/v1/payers/{id}',
    tag,
    noun: 'a payer',
    response: Payer,
    restoreErrors: ['already_exists'],
  }),
]
