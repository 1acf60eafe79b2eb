import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertConditions, assertDefinition } from '#clinical/form-templates/definition-issues.ts'
import { asForm, toQuestionSet, type CreateQuestionSet, type QuestionSet } from './schemas.ts'

export const createQuestionSet = (ctx: Context, input: CreateQuestionSet): Promise<QuestionSet> =>
  transact(ctx, 'family-check-in-questions:write', async (tx) => {
    assertDefinition(asForm(input))
    assertConditions(asForm(input), input.worries, 'worries')
    const row = await tx.db.familyCheckInQuestionSet.create({
      data: {
        tenantId: tx.tenantId,
        id: newId('familyCheckInQuestionSet'),
        ...input,
        createdAt: tx.now,
      },
    })
    tx.created({ type: 'familyCheckInQuestionSet', id: row.id }, { name: row.name })
    return toQuestionSet(row)
  })
