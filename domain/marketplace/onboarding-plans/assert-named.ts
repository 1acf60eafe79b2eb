import { assertReferences } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Requirement } from './requirement.ts'

/** Refuses requirements that name unknown locations or forms. */
export const assertNamed = async (
  tx: Transaction,
  requirements: readonly Requirement[],
): Promise<void> => {
  const each = [...requirements.entries()]
  await assertReferences(
    tx,
    'location',
    Object.fromEntries(
      each.flatMap(([index, { locationIds }]) =>
        locationIds.map((id, place) => [`requirements.${index}.locationIds.${place}`, id]),
      ),
    ),
  )
  await assertReferences(
    tx,
    'formTemplate',
    Object.fromEntries(
      each.map(([index, { formTemplateId }]) => [
        `requirements.${index}.formTemplateId`,
        formTemplateId,
      ]),
    ),
  )
}
