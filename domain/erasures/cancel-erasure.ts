import type { Erasure as Model, Prisma } from '../../prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import { DomainError } from '../core/errors.ts'
import { keyOf, type RecordRef } from '../core/record-ref.ts'
import { loadErasure } from './queries.ts'
import { toErasure, type Erasure } from './schemas.ts'

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
    fields: ({ status }, tx) => {
      if (status === 'SCHEDULED') return { status: 'CANCELLED' as const, cancelledAt: tx.now }
      throw new DomainError(
        'invalid_transition',
        `An erasure that is ${status} does not allow 'cancel'.`,
        { extra: { status, allowed: [] } },
      )
    },
    effects: (tx, { id }) => tx.wake('personErasure', id),
  })
