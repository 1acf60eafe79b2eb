import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { jsonOrNull } from '../core/json.ts'
import { freshRecord } from '../core/record-ref.ts'
import { assertReferences } from '../core/references.ts'
import { transact } from '../core/transaction.ts'
import { loadTenantSettings } from '../tenants/queries.ts'
import { dateColumn } from '../core/time.ts'
import { assertNotInFuture } from './rules.ts'
import { toChild, type Child, type CreateChild } from './schemas.ts'

/** Registers a child with the centre. */
export const createChild = (ctx: Context, input: CreateChild): Promise<Child> =>
  transact(ctx, 'children:write', async (tx) => {
    await assertReferences(tx, 'provider', { primaryProviderId: input.primaryProviderId })
    const here = { now: tx.now, zone: (await loadTenantSettings(tx)).defaultZone }
    assertNotInFuture('birthDate', input.birthDate, here)
    assertNotInFuture('referral.date', input.referral?.date, here)

    const row = await tx.db.child.create({
      data: {
        ...freshRecord(tx, newId('child')),
        ...input,
        birthDate: dateColumn(input.birthDate),
        referral: jsonOrNull(input.referral ?? null),
      },
    })
    const subject = { type: 'child', id: row.id }
    tx.audit(subject, undefined, row)
    tx.emit('child.registered', subject, { childId: row.id, programme: row.programme })
    return toChild(row)
  })
