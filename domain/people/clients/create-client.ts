import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadCustomFieldRules } from '#organization/custom-fields/queries.ts'
import { mergeCustomFields } from '#organization/custom-fields/rules.ts'
import { locationOfFamily } from '../persons/location-of-family.ts'
import { toClient, type Client, type CreateClient } from './schemas.ts'

export const createClient = (ctx: Context, input: CreateClient): Promise<Client> =>
  transact(ctx, 'clients:write', async (tx) => {
    const { address = null, custom_fields = {}, ...fields } = input
    const rules = await loadCustomFieldRules(tx, 'CLIENT')
    const row = await tx.db.client.create({
      data: {
        ...freshRecord(tx, newId('client')),
        ...fields,
        locationId: await locationOfFamily(tx, input),
        address: jsonOrNull(address),
        customFields: mergeCustomFields(rules, {}, custom_fields),
      },
    })
    tx.created({ type: 'client', id: row.id }, row)
    return toClient(row)
  })
