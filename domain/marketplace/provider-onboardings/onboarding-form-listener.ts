import type { ProviderFormListener } from '#clinical/form-responses/listeners.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { itemOf } from './onboarding-row.ts'
import { isRunning, itemWaitsFor } from './rules.ts'
import { writeItem } from './write-item.ts'

/** A signed agreement completes its item, however it was signed. */
export const onboardingFormListener: ProviderFormListener = {
  submitted: async (tx, formResponseId) => {
    const { tenantId } = tx
    const row = await tx.db.onboardingItem.findFirst({ where: { tenantId, formResponseId } })
    if (!row) return
    const { onboardingId: id, key } = row
    const onboarding = await tx.db.providerOnboarding.findFirstOrThrow({ where: inTenant(tx, id) })
    if (!isRunning(onboarding)) return
    await changeOnboarding(tx, {
      id,
      // The permission to submit the form covers its consequences.
      needs: 'provider-documents:write',
      work: async (_, before) => {
        const item = itemOf(before, key)
        if (itemWaitsFor(item) === 'APPLICANT')
          await writeItem(tx, item, 'provide', { providedAt: tx.now })
        return undefined
      },
    })
  },
}
