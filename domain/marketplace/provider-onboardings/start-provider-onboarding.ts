import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { insertProvider } from '#organization/providers/insert-provider.ts'
import { loadProvider } from '#organization/providers/queries.ts'
import { loadOnboardingPlan, loadPlanVersion } from '../onboarding-plans/queries.ts'
import { isAskedOf } from '../onboarding-plans/rules.ts'
import { requirementsIn } from '../onboarding-plans/schemas.ts'
import { enterStage } from './enter-stage.ts'
import { newItems } from './new-items.ts'
import { itemsOf } from './onboarding-row.ts'
import { loadProviderOnboarding, showProviderOnboarding } from './queries.ts'
import { stateOf } from './rules.ts'
import type { ProviderOnboarding, StartProviderOnboarding } from './schemas.ts'
import { providerOnboardingWorkflow } from './workflows.ts'

/** Starts an onboarding of a new provider, or of one who applies again. A provider can have only one in progress. */
export const startProviderOnboarding = (
  ctx: Context,
  input: StartProviderOnboarding,
): Promise<ProviderOnboarding> =>
  transact(ctx, ['provider-onboardings:write', 'providers:write'], async (tx) => {
    const { planId } = input
    const plan = await loadPublished(tx, planId)
    const provider = await whoApplies(tx, input)
    const id = newId('providerOnboarding')
    await tx.db.providerOnboarding.create({
      data: {
        ...freshRecord(tx, id),
        providerId: provider.id,
        planId,
        planVersion: plan.number,
        // The onboarding has no items yet.
        status: 'APPLIED',
        stageEnteredAt: tx.now,
        waitingOn: [],
        email: provider.email?.toLowerCase() ?? null,
        startedBy: tx.actor.id,
        invitedAt: tx.now,
      },
    })
    const asked = [...requirementsIn(plan).entries()].filter(([, it]) => isAskedOf(it, provider))
    await tx.db.onboardingItem.createMany({
      data: await newItems(tx, { id, providerId: provider.id }, asked),
    })
    const state = stateOf(itemsOf(await loadProviderOnboarding(tx, id)))
    await tx.db.providerOnboarding.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: state,
    })
    const row = await loadProviderOnboarding(tx, id)
    tx.created({ type: 'providerOnboarding', id }, row)
    await enterStage(tx, row)
    tx.wake(providerOnboardingWorkflow, id)
    return showProviderOnboarding(await loadProviderOnboarding(tx, id), tx)
  })

const loadPublished = async (tx: Transaction, planId: string) => {
  await assertReferences(tx, 'onboardingPlan', { planId })
  const { publishedVersion } = await loadOnboardingPlan(tx, planId)
  if (publishedVersion === null)
    throw new DomainError(
      'plan_not_published',
      'The plan has never been published. Publish it before you start the onboarding.',
    )
  return loadPlanVersion(tx, { id: planId, number: publishedVersion })
}

const whoApplies = async (tx: Transaction, { applicant, providerId }: StartProviderOnboarding) => {
  if ((applicant === undefined) === (providerId === undefined))
    throw invalid('applicant', 'exactly_one', 'Send either applicant or providerId, not both.')
  if (applicant) {
    // The second of two simultaneous calls waits and then finds the first one's onboarding.
    const email = applicant.email.toLowerCase()
    await lockKey(tx, `onboarding/${tx.tenantId}/${email}`)
    await assertNoneRuns(tx, 'email', email)
    return insertProvider(tx, applicant, 'APPLIED')
  }
  await assertReferences(tx, 'provider', { providerId })
  await lockRecord(tx, 'providers', providerId!)
  await assertNoneRuns(tx, 'providerId', providerId!)
  const provider = await loadProvider(tx, providerId!)
  if (provider.email) await assertNoneRuns(tx, 'email', provider.email.toLowerCase())
  if (provider.status === 'APPROVED' || provider.status === 'SUSPENDED')
    throw new DomainError(
      'invalid_transition',
      provider.status === 'APPROVED'
        ? 'The provider is already approved, so no onboarding is needed.'
        : 'The provider is suspended. Reinstate the provider instead of starting an onboarding.',
      { extra: { status: provider.status, allowed: [] } },
    )
  return provider
}

const assertNoneRuns = async (
  tx: Transaction,
  member: 'email' | 'providerId',
  value: string,
): Promise<void> => {
  const [running] = await tx.sql<{ id: string }>(member === 'email' ? BY_EMAIL : BY_PROVIDER, [
    tx.tenantId,
    value,
  ])
  if (!running) return
  throw new DomainError(
    'onboarding_running',
    'The applicant already has a running onboarding. Continue with that one.',
    { extra: { onboardingId: running.id } },
  )
}

const BY_EMAIL = `
  SELECT id FROM provider_onboardings
  WHERE tenant_id = $1 AND email = $2 AND status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL')`

const BY_PROVIDER = `
  SELECT id FROM provider_onboardings
  WHERE tenant_id = $1 AND provider_id = $2 AND status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL')`
