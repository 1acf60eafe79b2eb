import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertTiers } from './rules.ts'
import { toSplitTerms, type CreateSplitTerms, type SplitTerms } from './schemas.ts'

/** Sets the shares of payments from a day on. Existing settlements stay unchanged. */
export const createSplitTerms = (ctx: Context, input: CreateSplitTerms): Promise<SplitTerms> =>
  transact(ctx, 'split-terms:write', async (tx) => {
    assertTiers(input)
    const { providerId, serviceId } = input
    await assertReferences(tx, 'provider', { providerId })
    await assertReferences(tx, 'service', { serviceId })
    const row = await tx.db.splitTerms.create({
      data: {
        tenantId: tx.tenantId,
        id: newId('splitTerms'),
        providerId: providerId ?? null,
        serviceId: serviceId ?? null,
        currency: input.currency,
        startsOn: dateColumn(input.startsOn),
        shares: input.shares,
        tiers: input.tiers,
        recognition: input.recognition,
        ...(input.reserve && { reserve: input.reserve }),
        createdBy: tx.actor.id,
        createdAt: tx.now,
      },
    })
    tx.created({ type: 'splitTerms', id: row.id }, row)
    return toSplitTerms(row)
  })
