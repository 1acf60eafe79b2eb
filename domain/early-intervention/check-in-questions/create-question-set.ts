import type { Context } from '#platform/core/context.ts'
import { newId } from '#platform/core/ids.ts'
import { transact } from '#platform/core/transaction.ts'
import { assertConditions, assertDefinition } from '#clinical/form-templates/definition-issues.ts'
import { asForm, toQuestionSet, type CreateQuestionSet, type QuestionSet } from './schemas.ts'

export const createQuestionSet = (ctx: Context, input: CreateQuestionSet): Promise<QuestionSet> =>
  transact(ctx, 'check-in-questions:write', async (tx) => {
    assertDefinition(asForm(input))
    assertConditions(asForm(input), input.worries, 'worries')
    const row = await tx.db.checkInQuestionSet.create({
      data: { tenantId: tx.tenantId, id: newId('checkInQuestionSet'), ...input, createdAt: tx.now },
    })
    tx.created({ type: 'checkInQuestionSet', id: row.id }, { name: row.name })
    return toQuestionSet(row)
  })
