import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadCustomFieldRules } from './queries.ts'
import { assertOptions, MAX_CUSTOM_FIELDS } from './rules.ts'
import { toCustomField, type CreateCustomField, type CustomField } from './schemas.ts'

/** Defines a custom field. A required field applies to the next write of each record. */
export const createCustomField = (ctx: Context, input: CreateCustomField): Promise<CustomField> =>
  transact(ctx, 'custom-fields:write', async (tx) => {
    assertOptions(input.type, input.options)
    await assertFieldFree(tx, input.resource)
    const row = await tx.db.customFieldDefinition.create({
      data: { ...freshRecord(tx, newId('customFieldDefinition')), ...input },
    })
    tx.created({ type: 'customFieldDefinition', id: row.id }, row)
    return toCustomField(row)
  })

/** Checks the limit: a record can contain this many fields, so no more can be defined. */
export const assertFieldFree = async (tx: Transaction, resource: CustomField['resource']) => {
  const defined = await loadCustomFieldRules(tx, resource)
  if (defined.filter(({ archived }) => !archived).length < MAX_CUSTOM_FIELDS) return
  throw new DomainError(
    'too_many_custom_fields',
    `The centre already has the maximum of ${MAX_CUSTOM_FIELDS} custom fields for a ${resource}. Archive one first.`,
  )
}
