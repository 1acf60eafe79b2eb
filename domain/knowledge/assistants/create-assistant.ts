import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { holdRoles } from '#staff/users/assert-position.ts'
import { insertVersion } from './insert-version.ts'
import { locationIn } from './rules.ts'
import { toAssistant, type Assistant, type CreateAssistant } from './schemas.ts'

/** Creates an assistant for the centre or one location, with its first version. It answers from now on. */
export const createAssistant = (
  ctx: Context,
  { name, scope, keepAnswersDays, ...settings }: CreateAssistant,
): Promise<Assistant> =>
  transact(ctx, 'assistants:write', async (tx) => {
    const locationId = locationIn(scope)
    await assertReferences(tx, 'location', { scope: locationId })
    await holdRoles(tx, settings.roles, 'roles')
    const row = await tx.db.assistant.create({
      data: {
        ...freshRecord(tx, newId('assistant')),
        name,
        locationId,
        ...settings,
        keepAnswersDays,
        publishedVersion: 1,
      },
    })
    await insertVersion(tx, { assistantId: row.id, number: 1, settings })
    tx.created({ type: 'assistant', id: row.id }, row)
    return toAssistant(row)
  })
