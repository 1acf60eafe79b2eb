import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { assertDefinition } from './rules.ts'
import { toInstrument, type CreateInstrument, type Definition, type Instrument } from './schemas.ts'

/** Defines an instrument. The platform includes none: the centre provides items and norms. */
export const createInstrument = (
  ctx: Context,
  { name, ...definition }: CreateInstrument,
): Promise<Instrument> =>
  transact(ctx, 'assessment-instruments:write', async (tx) => {
    assertDefinition(definition)
    const row = await tx.db.assessmentInstrument.create({
      data: { ...freshRecord(tx, newId('instrument')), name, edition: 1 },
    })
    tx.created({ type: 'instrument', id: row.id }, row)
    await insertEdition(tx, { instrumentId: row.id, edition: 1, definition })
    return toInstrument(row)
  })

export const insertEdition = async (
  tx: Transaction,
  { definition, ...members }: { instrumentId: string; edition: number; definition: Definition },
): Promise<void> => {
  const { tenantId, now } = tx
  const id = newId('instrumentEdition')
  await tx.db.instrumentEdition.create({
    data: { tenantId, id, ...members, definition, publishedBy: tx.actor.id, createdAt: now },
  })
  tx.created({ type: 'instrumentEdition', id }, members)
}
