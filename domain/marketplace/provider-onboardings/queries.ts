import { include, type OnboardingRow } from './onboarding-row.ts'
import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { oneOf, withApprovableAlone } from '#platform/core/access/with-approvable-alone.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, fact, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { OnboardingStage, OnboardingStatus, WaitsFor } from './rules.ts'
import { toProviderOnboarding } from './schemas.ts'

export const ProviderOnboardingQuery = listQuery(
  'providerOnboarding',
  ['-createdAt', 'createdAt', 'stageEnteredAt', 'dueAt'],
  {
    providerId: idOf('provider').optional(),
    planId: idOf('onboardingPlan').optional(),
    status: anyOf(OnboardingStatus, 'Returns only onboardings with this status.'),
    waitsFor: anyOf(WaitsFor, 'Returns only onboardings that wait for one of these parties.'),
    overdue: fact(
      'If true, returns only onboardings with an overdue item; if false, only the others.',
    ),
    ...instantRange('createdAt'),
  },
)
export type ProviderOnboardingQuery = z.infer<typeof ProviderOnboardingQuery>

const showProviderOnboardings = withApprovableAlone(
  toProviderOnboarding,
  ({ status, stageEnteredAt }: OnboardingRow) => (status === 'APPROVAL' ? stageEnteredAt : null),
)

/** With when it can be approved alone. */
export const showProviderOnboarding = oneOf(showProviderOnboardings)

const onboardings = recordQueries({
  permission: 'provider-onboardings:read',
  name: 'provider onboarding',
  find: ({ db }, selection: Selection<Prisma.ProviderOnboardingWhereInput>) =>
    db.providerOnboarding.findMany({ ...selection, include }),
  show: showProviderOnboardings,
})

export const loadProviderOnboarding = onboardings.load
export const getProviderOnboarding = onboardings.get
export const listProviderOnboardings = onboardings.list(
  ({ waitsFor, overdue, ...query }: ProviderOnboardingQuery, { now }) => {
    const late = { status: { in: [...OnboardingStage] }, dueAt: { lt: now } }
    return {
      ...given(query, 'providerId', 'planId', 'status'),
      ...(waitsFor && { waitingOn: { hasSome: waitsFor } }),
      ...(overdue === 'true' && { AND: late }),
      ...(overdue === 'false' && { NOT: late }),
    }
  },
)
