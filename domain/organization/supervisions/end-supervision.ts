import type { Prisma, Supervision as SupervisionModel } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { loadSupervision } from './queries.ts'
import { toSupervision, type Supervision } from './schemas.ts'

const supervisionRecord: RecordKind<
  SupervisionModel,
  Prisma.SupervisionUncheckedUpdateInput,
  Supervision
> = {
  type: 'supervision',
  table: 'supervisions',
  permission: 'supervisions:write',
  load: loadSupervision,
  update: (tx, id, data) => tx.db.supervision.update({ where: keyOf(tx, id), data }),
  show: toSupervision,
}

/**
 * Ends a supervision: from now on, the provider signs alone. Notes that await the supervisor's signature still
 * need it.
 */
export const endSupervision = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, supervisionRecord, {
    fields: (before, tx) => {
      if (!before.endedAt) return { endedAt: tx.now }
      throw new DomainError('invalid_transition', 'The supervision has already ended.', {
        extra: { status: 'ENDED', allowed: [] },
      })
    },
  })
