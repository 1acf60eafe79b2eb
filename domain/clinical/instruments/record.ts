import type { AssessmentInstrument as InstrumentModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadInstrument } from './queries.ts'
import { toInstrument, type Instrument } from './schemas.ts'

/** How an instrument is loaded, written and shown by the verbs that change it. */
export const instrumentRecord: ArchivableKind<
  InstrumentModel,
  Prisma.AssessmentInstrumentUncheckedUpdateInput,
  Instrument
> = {
  type: 'instrument',
  table: 'assessment_instruments',
  permission: 'assessment-instruments:write',
  load: loadInstrument,
  update: (tx, id, data) => tx.db.assessmentInstrument.update({ where: keyOf(tx, id), data }),
  show: toInstrument,
  // An archived instrument gets no new schedules. Existing schedules continue.
  ...archivable,
}
