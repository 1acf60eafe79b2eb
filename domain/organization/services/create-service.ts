import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import { assertServiceReferences } from './references.ts'
import { placingOf } from './places-of-service.ts'
import { typeOfService } from './rules.ts'
import { toService, type CreateService, type Service } from './schemas.ts'

export const createService = (ctx: Context, input: CreateService): Promise<Service> =>
  transact(ctx, 'services:write', async (tx) => {
    await assertServiceReferences(tx, input)
    const {
      amount,
      currency = (await loadTenantSettings(tx)).currency,
      appointmentType = typeOfService(input),
      ...fields
    } = input
    const row = await tx.db.service.create({
      data: {
        ...freshRecord(tx, newId('service')),
        ...fields,
        ...placingOf(fields, fields),
        appointmentType,
        amountMinor: amount,
        currency,
      },
    })
    tx.created({ type: 'service', id: row.id }, row)
    return toService(row)
  })
