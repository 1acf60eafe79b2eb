import type { Prisma, Reserve as ReserveModel } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { loadReserve, todayOf } from './queries.ts'
import { assertHeld } from './rules.ts'
import { toReserve, type Reserve } from './schemas.ts'

const reserveRecord: RecordKind<ReserveModel, Prisma.ReserveUncheckedUpdateInput, Reserve> = {
  type: 'reserve',
  table: 'reserves',
  permission: 'settlements:write',
  load: loadReserve,
  update: (tx, id, data) => tx.db.reserve.update({ where: keyOf(tx, id), data }),
  show: async (row, tx) => toReserve(row, await todayOf(tx)),
}

/** Releases a reserve early. The next settlement pays it, once a second person approves the settlement. */
export const releaseReserve = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, reserveRecord, {
    fields: async (before, tx) => {
      assertHeld(before)
      const today = dateColumn(await todayOf(tx))
      return { releasesOn: before.releasesOn! < today ? before.releasesOn : today }
    },
  })
