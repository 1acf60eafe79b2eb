import type { CuratedAnswer as CuratedAnswerModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadCuratedAnswer, showCuratedAnswers } from './queries.ts'
import type { CuratedAnswer } from './schemas.ts'

/** How a curated answer is loaded, written and shown by the verbs that change it. */
export const curatedAnswerRecord: ArchivableKind<
  CuratedAnswerModel,
  Prisma.CuratedAnswerUncheckedUpdateInput,
  CuratedAnswer
> = {
  type: 'curatedAnswer',
  table: 'curated_answers',
  permission: 'knowledge:write',
  load: loadCuratedAnswer,
  update: (tx, id, data) => tx.db.curatedAnswer.update({ where: keyOf(tx, id), data }),
  show: async (row, tx) => (await showCuratedAnswers([row], tx))[0]!,
  // An archived curated answer is no longer given; documents answer its question instead.
  ...archivable,
}
