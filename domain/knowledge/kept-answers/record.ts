import type { KeptAnswer as KeptAnswerModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadKeptAnswer } from './queries.ts'
import type { KeptAnswer } from './schemas.ts'
import { showKeptAnswers } from './show-kept-answers.ts'

/** How a kept answer is loaded, written and shown by the verbs that change it. */
export const keptAnswerRecord: RecordKind<
  KeptAnswerModel,
  Prisma.KeptAnswerUncheckedUpdateInput,
  KeptAnswer
> = {
  type: 'keptAnswer',
  table: 'kept_answers',
  permission: 'knowledge-answers:write',
  load: loadKeptAnswer,
  update: (tx, id, data) => tx.db.keptAnswer.update({ where: keyOf(tx, id), data }),
  show: async (row, tx) => {
    const [shown] = await showKeptAnswers([row], tx)
    return shown!
  },
}
