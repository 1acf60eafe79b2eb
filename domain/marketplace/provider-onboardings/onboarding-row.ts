import type { Prisma, OnboardingItem, OnboardingReference } from '#prisma/generated/client.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import type { Requirement } from '../onboarding-plans/requirement.ts'
import { requirementsIn } from '../onboarding-plans/schemas.ts'
import type { ItemState, ItemStatus } from './rules.ts'

/** Relations that are needed to show an onboarding. */
export const include = {
  plan: true,
  items: { orderBy: { position: 'asc' } },
  references: { orderBy: { id: 'asc' } },
  stages: { orderBy: { number: 'asc' } },
} as const satisfies Prisma.ProviderOnboardingInclude

/** An onboarding with its items, references, stages and plan version. */
export type OnboardingRow = Prisma.ProviderOnboardingGetPayload<{ include: typeof include }>

/** An item with its requirement and its state. */
export interface Item extends ItemState {
  key: string
  requirement: Requirement
  row: OnboardingItem
  references: OnboardingReference[]
}

/** The items of an onboarding, in the order of the plan. */
export const itemsOf = ({ plan, items, references }: OnboardingRow): Item[] => {
  const asked = new Map(requirementsIn(plan).map((requirement) => [requirement.key, requirement]))
  return items.map((row) => {
    const requirement = asked.get(row.key)!
    const those = references.filter(({ itemKey }) => itemKey === row.key)
    const named = those.filter(({ status }) => status !== 'ENDED').length
    return {
      key: row.key,
      requirement,
      row,
      references: those,
      status: row.status as ItemStatus,
      providedBy: requirement.providedBy,
      blocking: requirement.blocking,
      dueAt: row.dueAt,
      named,
      unnamed: Math.max(0, (requirement.references ?? 0) - named),
    }
  })
}

export const itemOf = (onboarding: OnboardingRow, key: string): Item => {
  const item = itemsOf(onboarding).find((one) => one.key === key)
  if (!item) throw notFound('item of the onboarding')
  return item
}
