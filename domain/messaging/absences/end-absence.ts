import type { Absence as AbsenceModel, Prisma } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { endEarly } from '#platform/core/records/period-of.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { isTheirs } from './create-absence.ts'
import { loadAbsence } from './queries.ts'
import { toAbsence, type Absence } from './schemas.ts'

const absenceRecord: RecordKind<AbsenceModel, Prisma.AbsenceUncheckedUpdateInput, Absence> = {
  type: 'absence',
  table: 'absences',
  permission: 'absences:write',
  load: loadAbsence,
  update: (tx, id, data) => tx.db.absence.update({ where: keyOf(tx, id), data }),
  show: toAbsence,
}

/** Ends an absence early, or before it starts. */
export const endAbsence = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, absenceRecord, {
    fields: (before, tx) => {
      if (!isTheirs(tx, before.userId)) throw notFound('absence')
      return endEarly(before, tx.now, 'absence')
    },
  })
