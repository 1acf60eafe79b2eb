import { assertMayGiveSight } from '#platform/core/access/assert-may-give-sight.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { mergedMember } from '#platform/core/input/merge-patch.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { newReferences } from '#organization/providers/rules.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { childListeners } from './listeners.ts'
import { childRecord } from './record.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { assertNotInFuture, assertUnmerged } from './rules.ts'
import { Referral, type PatchChild } from './schemas.ts'

export const patchChild = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchChild }) =>
  changeRecord(ctx, ref, childRecord, {
    fields: async (before, tx) => {
      assertUnmerged(before)
      const { birthDate, referral: referralPatch, ...fields } = patch
      const { primaryProviderId = before.primaryProviderId } = fields
      if (primaryProviderId !== before.primaryProviderId) {
        await assertReferences(tx, 'provider', { primaryProviderId })
        await assertMayGiveSight(tx)
      }
      if (fields.locationId !== before.locationId)
        await assertReferences(tx, 'location', { locationId: fields.locationId })
      if (fields.labelIds)
        await assertReferences(
          tx,
          'label',
          newReferences('labelIds', fields.labelIds, before.labelIds),
        )
      const here = { now: tx.now, timeZone: (await loadTenantSettings(tx)).defaultTimeZone }
      assertNotInFuture('birthDate', birthDate, here)
      const referral = mergedMember('referral', Referral, before.referral, referralPatch)
      assertNotInFuture('referral.receivedOn', referral?.receivedOn, here)
      return {
        ...fields,
        ...(birthDate && { birthDate: dateColumn(birthDate) }),
        ...(referral !== undefined && { referral: jsonOrNull(referral) }),
      }
    },
    effects: async (tx, after, before) => {
      if (after.birthDate.getTime() === before.birthDate.getTime()) return
      for (const listener of childListeners(tx)) await listener.birthDateChanged?.(tx, after.id)
    },
  })
