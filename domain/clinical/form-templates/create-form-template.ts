import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertDefinition } from './definition-issues.ts'
import { toFormTemplate, type CreateFormTemplate, type FormTemplate } from './schemas.ts'

/** Creates a form. It cannot be requested before a version is published. */
export const createFormTemplate = (
  ctx: Context,
  input: CreateFormTemplate,
): Promise<FormTemplate> =>
  transact(ctx, 'form-templates:write', async (tx) => {
    assertDefinition(input.definition)
    const row = await tx.db.formTemplate.create({
      data: { ...freshRecord(tx, newId('formTemplate')), ...input },
    })
    tx.created({ type: 'formTemplate', id: row.id }, row)
    return toFormTemplate(row)
  })
