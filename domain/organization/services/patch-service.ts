import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { mergedMember } from '#platform/core/input/merge-patch.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { serviceRecord } from './record.ts'
import { assertServiceReferences } from './references.ts'
import { isPlacing, placingOf } from './places-of-service.ts'
import { LocationPrices, ProviderOverrides, toService, type PatchService } from './schemas.ts'
import { automationMembers } from './automation-members.ts'

/** Changes a service. Appointments keep the length, buffers and price with which they were booked. */
export const patchService = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchService },
) =>
  changeRecord(ctx, ref, serviceRecord, {
    fields: async (before, tx) => {
      const { amount, providerOverrides, locationPrices, ...fields } = patch
      const merged = {
        providerOverrides: mergedMember(
          'providerOverrides',
          ProviderOverrides,
          before.providerOverrides,
          providerOverrides,
        ),
        locationPrices: mergedMember(
          'locationPrices',
          LocationPrices,
          before.locationPrices,
          locationPrices,
        ),
      }
      const named = Object.fromEntries(Object.entries(merged).filter(([, value]) => value))
      await assertServiceReferences(tx, { ...fields, ...named }, toService(before))
      return {
        ...fields,
        ...named,
        ...(isPlacing(patch) && placingOf(before, patch)),
        ...(amount !== undefined && { amountMinor: amount }),
      }
    },
    effects: async (tx, { id }) => {
      if (!Object.keys(patch).some((name) => name in automationMembers)) return
      for (const { automationChanged } of tx.platform.registry.serviceListeners)
        await automationChanged(tx, id)
    },
  })
