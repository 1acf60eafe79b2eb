import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadProvider } from '#organization/providers/queries.ts'
import { enterStage } from './enter-stage.ts'
import { itemsOf, type OnboardingRow } from './onboarding-row.ts'
import { loadProviderOnboarding } from './queries.ts'
import { onboardingRecord } from './record.ts'
import { assertRunning, decided, stateOf, type Decision } from './rules.ts'
import type { ProviderOnboarding } from './schemas.ts'
import { providerOnboardingWorkflow } from './workflows.ts'

interface OnboardingChange extends RecordRef {
  /** The required permission; by default the one for staff. The applicant's own calls need another. */
  needs?: Needs
  /**
   * Writes items. If it returns a status, the onboarding ends with that status; otherwise the items determine
   * its stage.
   */
  work: (tx: Transaction, before: OnboardingRow) => Promise<End | undefined>
}

interface End {
  decision: Decision
  reason: string | null
  /** Whether the person who started the onboarding approved it, as the only one who could. */
  approvedAlone?: boolean
}

/** The order of every change of an onboarding in progress: its items, then the consequences. */
export const changeOnboarding = (
  ctx: Context,
  { needs = 'provider-onboardings:write', work, ...ref }: OnboardingChange,
): Promise<ProviderOnboarding> =>
  changeRecord(
    ctx,
    ref,
    { ...onboardingRecord, permission: needs },
    {
      fields: async (before, tx) => {
        assertRunning(before)
        await assertProviderThere(tx, before)
        const end = await work(tx, before)
        return end ? ended(tx, before, end) : standing(tx, before)
      },
      effects: async (tx, after, before) => {
        await enterStage(tx, after, before)
        tx.wake(providerOnboardingWorkflow, after.id)
      },
    },
  )

/** Refuses decisions about an archived provider. */
const assertProviderThere = async (
  tx: Transaction,
  { providerId }: OnboardingRow,
): Promise<void> => {
  if (!(await loadProvider(tx, providerId)).archivedAt) return
  throw new DomainError(
    'record_archived',
    'The provider was archived. Restore the provider before you continue.',
  )
}

const ended = (
  tx: Transaction,
  { status }: OnboardingRow,
  { decision, reason, approvedAlone = false }: End,
) => ({
  status: decided(decision, status),
  stageEnteredAt: tx.now,
  waitingOn: [],
  dueAt: null,
  decidedBy: tx.actor.id,
  decidedAt: tx.now,
  reason,
  approvedAlone,
})

const standing = async (tx: Transaction, { id, status }: OnboardingRow) => {
  const state = stateOf(itemsOf(await loadProviderOnboarding(tx, id)))
  return { ...state, ...(state.status !== status && { stageEnteredAt: tx.now }) }
}
