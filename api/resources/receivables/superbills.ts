import { createSuperbill } from '#receivables/superbills/create-superbill.ts'
import { exportSuperbillPdf } from '#receivables/superbills/export-superbill-pdf.ts'
import { getSuperbill, listSuperbills, SuperbillQuery } from '#receivables/superbills/queries.ts'
import { CreateSuperbill, Superbill } from '#receivables/superbills/schemas.ts'
import { operation } from '../../http/operation.ts'
import { file, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Superbills'
const params = idParam('superbill')

export const superbillOperations = [
  operation({
    id: 'createSuperbill',
    method: 'post',
    path: '/v1/superbills',
    tag,
    summary: 'Make a superbill',
    description:
      'Of the sessions of a child that took place in a period and that the client has paid, with service codes, diagnoses and the identifiers of the providers: for the family to hand to their insurer. It stays as it is.',
    permission: ['superbills:write', 'sessions:read', 'orders:read'],
    body: CreateSuperbill,
    status: 201,
    response: Superbill,
    errors: ['invalid_reference', 'no_paid_sessions'],
    run: (ctx, { body }) => createSuperbill(ctx, body),
  }),
  operation({
    id: 'listSuperbills',
    method: 'get',
    path: '/v1/superbills',
    tag,
    summary: 'List superbills',
    description: 'Newest first.',
    permission: 'superbills:read',
    query: SuperbillQuery,
    status: 200,
    response: pageOf(Superbill),
    run: (ctx, { query }) => listSuperbills(ctx, query),
  }),
  operation({
    id: 'getSuperbill',
    method: 'get',
    path: '/v1/superbills/{id}',
    tag,
    summary: 'Retrieve a superbill',
    description: 'Its sessions, with codes, units and what was paid.',
    permission: 'superbills:read',
    params,
    status: 200,
    response: Superbill,
    errors: ['not_found'],
    run: (ctx, { params }) => getSuperbill(ctx, params),
  }),
  operation({
    id: 'exportSuperbillPdf',
    method: 'get',
    path: '/v1/superbills/{id}/superbill.pdf',
    tag,
    summary: 'Export a superbill as PDF',
    description: 'To hand to the insurer. The same bytes each time.',
    permission: 'superbills:read',
    params,
    status: 200,
    response: file,
    produces: 'application/pdf',
    headers: { 'Content-Disposition': 'attachment; filename="{id}.pdf"' },
    errors: ['not_found'],
    run: (ctx, { params }) => exportSuperbillPdf(ctx, params),
  }),
]
