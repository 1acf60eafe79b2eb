import type { Context } from '#platform/core/context.ts'
import { newId } from '#platform/core/ids.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { assertReferences } from '#platform/core/references.ts'
import { transact } from '#platform/core/transaction.ts'
import { newReferences } from './rules.ts'
import { toProvider, type CreateProvider, type Provider } from './schemas.ts'

export const createProvider = (ctx: Context, input: CreateProvider): Promise<Provider> =>
  transact(ctx, 'providers:write', async (tx) => {
    await assertReferences(tx, 'location', newReferences('locationIds', input.locationIds))
    const row = await tx.db.provider.create({
      data: { ...freshRecord(tx, newId('provider')), ...input },
    })
    tx.created({ type: 'provider', id: row.id }, row)
    return toProvider(row)
  })
