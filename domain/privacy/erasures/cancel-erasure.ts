import type { Erasure as Model, Prisma } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { keyOf, type RecordRef } from '#platform/core/record-ref.ts'
import { transitionTo } from '#platform/core/state-machine.ts'
import { loadErasure } from './queries.ts'
import { toErasure, type Erasure } from './schemas.ts'
import { personErasureWorkflow } from './workflows.ts'

const erasureRecord: RecordKind<Model, Prisma.ErasureUncheckedUpdateInput, Erasure> = {
  type: 'erasure',
  table: 'erasures',
  permission: 'erasures:write',
  load: loadErasure,
  update: (tx, id, data) => tx.db.erasure.update({ where: keyOf(tx, id), data }),
  show: toErasure,
}

/** Calls an erasure off while it is scheduled. What has begun cannot be undone. */
export const cancelErasure = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, erasureRecord, {
    fields: ({ status }, tx) => ({
      status: transitionTo('An erasure', { cancel: { SCHEDULED: 'CANCELLED' } }, 'cancel', status),
      cancelledAt: tx.now,
    }),
    effects: (tx, { id }) => tx.wake(personErasureWorkflow, id),
  })
