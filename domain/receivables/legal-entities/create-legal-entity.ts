import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonArray, jsonObject, jsonOrNull } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertLevelsAscend, assertTaxIdentified } from './rules.ts'
import { toLegalEntity, type CreateLegalEntity, type LegalEntity } from './schemas.ts'

/** Creates a legal entity. Prefixes are never reused, because two invoices would then have the same number. */
export const createLegalEntity = (ctx: Context, input: CreateLegalEntity): Promise<LegalEntity> =>
  transact(ctx, 'legal-entities:write', async (tx) => {
    assertTaxIdentified(input)
    assertLevelsAscend(input.dunningLevels)
    const row = await tx.db.legalEntity.create({
      data: {
        ...freshRecord(tx, newId('legalEntity')),
        ...input,
        address: jsonObject(input.address),
        eInvoiceAddress: jsonOrNull(input.eInvoiceAddress),
        dunningLevels: jsonArray(input.dunningLevels),
      },
    })
    tx.created({ type: 'legalEntity', id: row.id }, row)
    return toLegalEntity(row)
  })
