import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { newReferences } from '#organization/providers/rules.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { locationOfFamily } from '../persons/location-of-family.ts'
import { assertNotInFuture } from './rules.ts'
import { toChild, type Child, type CreateChild } from './schemas.ts'
import { childEvents } from './events.ts'

/** Registers a child with the centre. */
export const createChild = (ctx: Context, input: CreateChild): Promise<Child> =>
  transact(ctx, 'children:write', async (tx) => {
    const id = newId('child')
    const primaryProviderId = await primaryProviderOf(tx, id, input)
    await assertReferences(tx, 'provider', { primaryProviderId })
    await assertReferences(tx, 'label', newReferences('labelIds', input.labelIds ?? []))
    const locationId = await locationOfFamily(tx, input)
    const here = { now: tx.now, timeZone: (await loadTenantSettings(tx)).defaultTimeZone }
    assertNotInFuture('birthDate', input.birthDate, here)
    assertNotInFuture('referral.receivedOn', input.referral?.receivedOn, here)

    const row = await tx.db.child.create({
      data: {
        ...freshRecord(tx, id),
        ...input,
        primaryProviderId,
        locationId,
        birthDate: dateColumn(input.birthDate),
        referral: jsonOrNull(input.referral ?? null),
      },
    })
    const subject = { type: 'child', id: row.id } as const
    tx.created(subject, row)
    tx.emit(childEvents['child.registered'], subject, { childId: row.id })
    return toChild(row)
  })

/**
 * The primary provider of a new child. A caller bound to a provider can register children only for that
 * provider and their supervisees, because the caller would not see others. A caller bound to locations sees the
 * children whom they register.
 */
const primaryProviderOf = async (
  tx: Transaction,
  childId: string,
  { primaryProviderId = null }: CreateChild,
): Promise<string | null> => {
  if (tx.actor.locationIds) await tx.sql('SELECT therapy.add_to_caseload($1)', [childId])
  const own = tx.actor.providerId
  if (!own) return primaryProviderId
  const [known] = await tx.sql<{ ofTeam: boolean }>(
    `SELECT $1 = ANY (therapy.team()) AS "ofTeam", therapy.add_to_caseload($2)`,
    [primaryProviderId ?? own, childId],
  )
  if (known?.ofTeam) return primaryProviderId ?? own
  throw new DomainError(
    'insufficient_scope',
    'This key is bound to a provider, so it can register children only for that provider and the provider’s supervisees. Use a key of the centre.',
  )
}
