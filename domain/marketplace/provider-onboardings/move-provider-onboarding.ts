import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadProvider } from '#organization/providers/queries.ts'
import type { Requirement } from '../onboarding-plans/requirement.ts'
import { isAskedOf } from '../onboarding-plans/rules.ts'
import { requirementsIn } from '../onboarding-plans/schemas.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { newItems } from './new-items.ts'
import { itemsOf, type OnboardingRow } from './onboarding-row.ts'
import type { MovedOnboarding, MoveOnboarding } from './schemas.ts'

type Move = RecordRef & MoveOnboarding & { dryRun?: boolean }

/** Moves an onboarding to another version of its plan. The items of unchanged requirements are kept. */
export const moveProviderOnboarding = (
  ctx: Context,
  { planVersion, dryRun = false, ...ref }: Move,
): Promise<MovedOnboarding> =>
  transact(ctx, 'provider-onboardings:write', async (tx) => {
    const move = async () => {
      let moved: Moved = { kept: [], added: [], removed: [] }
      const onboarding = await changeOnboarding(tx, {
        ...ref,
        work: async (_, before) => {
          moved = await moveItems(tx, before, planVersion)
          return undefined
        },
      })
      return { dryRun, ...onboarding, ...moved }
    }
    if (!dryRun) return move()
    const rehearsed = await tx.rehearse(move)
    tx.nothingChanged({ type: 'providerOnboarding', id: ref.id })
    return rehearsed
  })

type Moved = Pick<MovedOnboarding, 'kept' | 'added' | 'removed'>

const moveItems = async (
  tx: Transaction,
  before: OnboardingRow,
  number: number,
): Promise<Moved> => {
  const { tenantId } = tx
  const { id: onboardingId, planId, providerId } = before
  const target = await tx.db.onboardingPlanVersion.findFirst({
    where: { tenantId, planId, number },
  })
  if (!target)
    throw invalid(
      'planVersion',
      'not_found',
      'The plan has no such version. Send one of its versions.',
    )
  const provider = await loadProvider(tx, providerId)
  const wanted = [...requirementsIn(target).entries()].filter(([, it]) => isAskedOf(it, provider))
  const items = new Map(itemsOf(before).map((item) => [item.key, item.requirement]))
  const stays = (it: Requirement) => isSame(items.get(it.key), it)
  const kept = wanted.filter(([, it]) => stays(it))
  const added = wanted.filter(([, it]) => !stays(it))
  const keptKeys = new Set(kept.map(([, { key }]) => key))
  const removed = [...items.keys()].filter((key) => !keptKeys.has(key))
  await tx.db.onboardingItem.deleteMany({
    where: { tenantId, onboardingId, key: { in: removed } },
  })
  for (const [position, { key }] of kept)
    await tx.db.onboardingItem.update({
      where: { tenantId_onboardingId_key: { tenantId, onboardingId, key } },
      data: { position },
    })
  await tx.db.onboardingItem.createMany({ data: await newItems(tx, before, added) })
  await tx.db.providerOnboarding.update({
    where: keyOf(tx, onboardingId),
    data: { planVersion: number },
  })
  return { kept: [...keptKeys], added: added.map(([, { key }]) => key), removed }
}

/** Whether an item for one requirement also meets the other. */
const isSame = (one: Requirement | undefined, other: Requirement): boolean =>
  one?.kind === other.kind &&
  one.providedBy === other.providedBy &&
  one.formTemplateId === other.formTemplateId
