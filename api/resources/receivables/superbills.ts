import { createSuperbill } from '#receivables/superbills/create-superbill.ts'
import { exportSuperbillPdf } from '#receivables/superbills/export-superbill-pdf.ts'
import { getSuperbill, listSuperbills, SuperbillQuery } from '#receivables/superbills/queries.ts'
import { CreateSuperbill, Superbill } from '#receivables/superbills/schemas.ts'
import { operation } from '../../http/operation.ts'
import { file, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Superbills',
  about: 'Statements of paid sessions with codes, for families to submit to their insurers.',
}
const params = idParam('superbill')

export const superbillOperations = [
  operation({
    id: 'createSuperbill',
    method: 'post',
    path: '/v1/superbills',
    tag,
    summary: 'Create a superbill',
    description:
      'Lists the sessions of a child in a period that the client has paid, with service codes, diagnoses and provider identifiers, for the family’s insurer. A superbill never changes.',
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
    description: 'Returns the sessions with codes, units and amounts paid.',
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
    description: 'Returns the PDF for the insurer. Every export returns the same bytes.',
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
