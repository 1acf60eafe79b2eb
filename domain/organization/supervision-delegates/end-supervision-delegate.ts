import type {
  Prisma,
  SupervisionDelegate as SupervisionDelegateModel,
} from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { endEarly } from '#platform/core/records/period-of.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { assertTheirs } from './create-supervision-delegate.ts'
import { loadSupervisionDelegate } from './queries.ts'
import { toSupervisionDelegate, type SupervisionDelegate } from './schemas.ts'

const supervisionDelegateRecord: RecordKind<
  SupervisionDelegateModel,
  Prisma.SupervisionDelegateUncheckedUpdateInput,
  SupervisionDelegate
> = {
  type: 'supervisionDelegate',
  table: 'supervision_delegates',
  permission: 'supervision-delegates:write',
  load: loadSupervisionDelegate,
  update: (tx, id, data) => tx.db.supervisionDelegate.update({ where: keyOf(tx, id), data }),
  show: toSupervisionDelegate,
}

/** Ends a delegation early, or before it starts. The delegate's signatures stay valid. */
export const endSupervisionDelegate = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, supervisionDelegateRecord, {
    fields: (before, tx) => {
      assertTheirs(tx, before.supervisorId)
      return endEarly(before, tx.now, 'delegation')
    },
  })
