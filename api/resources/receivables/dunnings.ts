import { holdDunning } from '#receivables/dunnings/hold-dunning.ts'
import { DunningQuery, getDunning, listDunnings } from '#receivables/dunnings/queries.ts'
import { resumeDunning } from '#receivables/dunnings/resume-dunning.ts'
import { Dunning, HoldDunning, WriteOffInvoice } from '#receivables/dunnings/schemas.ts'
import { writeOffInvoice } from '#receivables/dunnings/write-off-invoice.ts'
import { Invoice } from '#receivables/invoices/schemas.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Dunning', about: 'Reminders of unpaid invoices, and write-offs.' }
const params = idParam('dunning')

export const dunningOperations = [
  operation({
    id: 'listDunnings',
    method: 'get',
    path: '/v1/dunnings',
    tag,
    summary: 'List the dunning of invoices',
    description:
      'Newest first. For each issued invoice: the reminders sent, whether reminders are on hold, and why they stopped. For future reminders, use GET /v1/follow-ups?subjectId= with the ID of the invoice.',
    permission: 'invoices:read',
    query: DunningQuery,
    status: 200,
    response: pageOf(Dunning),
    run: (ctx, { query }) => listDunnings(ctx, query),
  }),
  operation({
    id: 'getDunning',
    method: 'get',
    path: '/v1/dunnings/{id}',
    tag,
    summary: 'Retrieve the dunning of an invoice',
    description: 'Returns the reminder levels, the reminders sent, and whether more will follow.',
    permission: 'invoices:read',
    params,
    status: 200,
    response: Dunning,
    errors: ['not_found'],
    run: (ctx, { params }) => getDunning(ctx, params),
  }),
  operation({
    id: 'holdDunning',
    method: 'post',
    path: '/v1/dunnings/{id}/hold',
    tag,
    summary: 'Hold the reminders of an invoice',
    description:
      'Use this when a payer disputes the invoice or pays in instalments. Reminders continue when you resume them, or on `resumesOn`.',
    permission: 'invoices:write',
    params,
    body: HoldDunning,
    status: 200,
    response: Dunning,
    example: { status: 'HELD', holdReason: 'DISPUTED' },
    errors: TRANSITION_ERRORS,
    events: ['dunning.held'],
    run: (ctx, { params, body, version }) => holdDunning(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'resumeDunning',
    method: 'post',
    path: '/v1/dunnings/{id}/resume',
    tag,
    summary: 'Resume the reminders of an invoice',
    description: 'The next reminder is sent tomorrow at the earliest.',
    permission: 'invoices:write',
    params,
    status: 200,
    response: Dunning,
    example: { resumedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['dunning.resumed'],
    run: (ctx, { params, version }) => resumeDunning(ctx, { ...params, version }),
  }),
  operation({
    id: 'writeOffInvoice',
    method: 'post',
    path: '/v1/invoices/{id}/write-off',
    tag,
    summary: 'Write off an invoice',
    description:
      'Writes off the amount still due: open orders become WRITTEN_OFF, the ledger records the loss (BAD_DEBT), and reminders stop. The invoice does not change. Taxes are still owed until your tax adviser corrects them.',
    permission: ['invoices:write', 'orders:write'],
    params: idParam('invoice'),
    body: WriteOffInvoice,
    status: 200,
    response: Invoice,
    example: { amountDue: 0 },
    errors: [...CHANGE_ERRORS, 'nothing_to_write_off', 'payment_in_flight'],
    events: ['dunning.stopped', 'order.updated'],
    run: (ctx, { params, body, version }) => writeOffInvoice(ctx, { ...params, version, ...body }),
  }),
]
