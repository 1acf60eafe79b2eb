import type { Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import type { OnboardingRow } from './onboarding-row.ts'
import { include } from './onboarding-row.ts'
import { loadProviderOnboarding, showProviderOnboarding } from './queries.ts'
import type { ProviderOnboarding } from './schemas.ts'

/** How an onboarding is loaded, written and shown by the verbs that change it. */
export const onboardingRecord: RecordKind<
  OnboardingRow,
  Prisma.ProviderOnboardingUncheckedUpdateInput,
  ProviderOnboarding
> = {
  type: 'providerOnboarding',
  table: 'provider_onboardings',
  permission: 'provider-onboardings:write',
  load: loadProviderOnboarding,
  update: (tx, id, data) =>
    tx.db.providerOnboarding.update({ where: keyOf(tx, id), data, include }),
  show: showProviderOnboarding,
}
