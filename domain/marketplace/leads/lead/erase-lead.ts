import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeLead } from './change-lead.ts'
import { forgetLead } from './forget-lead.ts'
import { isOpenLead } from './rules.ts'

/** Erases a family's data on request. An open lead is closed as lost, and no identifying data is kept. */
export const eraseLead = (ctx: Context, ref: RecordRef) =>
  changeLead(ctx, {
    ...ref,
    move: (before) => {
      if (before.status === 'CONVERTED')
        throw new DomainError(
          'invalid_transition',
          'The lead has been converted into a client and a child. Erase them (`POST /v1/erasures`); the lead is erased with them.',
          { extra: { status: before.status, allowed: [] } },
        )
      return isOpenLead(before) ? 'lose' : 'erase'
    },
    fields: (before) => (isOpenLead(before) ? { lostReason: 'ERASED' } : {}),
    effects: (tx, { id }) => forgetLead(tx, id),
  })
