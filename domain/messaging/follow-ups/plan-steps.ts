import type { Context } from '#platform/core/context/context.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { utc } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { FollowUpKind } from './follow-up-kind.ts'
import type { FollowUpName } from './names.ts'
import { leaveOutLate, nextOf, revise, type PendingStep, type PlannedStep } from './plan.ts'
import {
  noteWaiting,
  openFollowUp,
  settleAction,
  writeRevision,
  writeState,
  type FollowUpRecord,
  type FollowUpState,
} from './record.ts'
import { ruleFor, WAITS_FOR_LIFTING } from './while-restricted.ts'

/** A follow-up, identified by its kind and subject. */
export interface FollowUpRef {
  kind: FollowUpName
  subjectId: string
}

/** The step for which the workflow waits; null if no steps are left. Instants are UTC. */
export interface NextStep {
  step: string
  /** Its planned time. */
  dueAt: string
  /** Set if an operator triggered the step, which makes it due immediately. */
  runNowAt?: string
}

/**
 * Records the steps that a follow-up's subject now needs, and returns the next one. Idempotent. A cancelled
 * follow-up stays cancelled.
 */
export const planSteps = (ctx: Context, ref: FollowUpRef): Promise<{ next: NextStep | null }> =>
  unlessOver({ next: null }, () =>
    transact(ctx, 'follow-ups:write', async (tx) => ({ next: (await replan(tx, ref)).next })),
  )

/**
 * If the subject is missing, it was erased with its person, and nothing is left to do. While the centre is
 * suspended, the workflow also ends; it is started again when the centre resumes.
 */
export const unlessOver = async <T>(otherwise: T, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError && OVER.has(error.code)) return otherwise
    throw error
  }
}

const OVER: ReadonlySet<ErrorCode> = new Set(['not_found', 'centre_suspended'])

/**
 * Plans again within another write. `waitsElsewhere` means that the workflow waits for something else and must
 * be woken.
 */
export const replan = async (
  tx: Transaction,
  { kind, subjectId }: FollowUpRef,
): Promise<{ next: NextStep | null; waitsElsewhere: boolean }> => {
  const followUpKind = tx.platform.registry.followUps[kind]
  const { facts: load, plan, cancelReason, isSettled } = followUpKind
  const facts = await load(tx, subjectId)
  const followUp = await openFollowUp(tx, { kind, subjectId })
  const current = plan(facts)
  const planned = stepsFor(followUpKind, followUp, current)
  const revision = revise(followUp.steps, planned)
  await writeRevision(tx, followUp.id, revision, cancelReason(facts))

  // If a step already asked a person for its old time, it asks again for the new one.
  const moved = new Map(revision.keep.map(({ step, as }) => [step, as]))
  const settled = followUp.steps
    .filter(({ actionRequired, unreached }) => actionRequired || unreached)
    .filter((step) => moved.has(step.step) || isSettled(facts, step, current))
  await settleAction(
    tx,
    followUp.id,
    settled.map(({ step }) => moved.get(step) ?? step),
  )

  const rule = ruleFor(followUpKind, followUp)
  const [going, waiting] = partition(planned, ({ step }) => rule(step) !== 'WAITS')
  const next = nextOf(followUp.steps, going, revision)
  const first = next ?? nextOf(followUp.steps, waiting, revision)
  const names = waiting.map(({ step }) => step)
  await noteWaiting(tx, followUp, names, WAITS_FOR_LIFTING)
  const state = stateAfter(followUpKind, { facts, followUp, first, next })
  await writeState(tx, followUp, state)
  const waitsElsewhere =
    followUp.waitingOn !== state.waitingOn ||
    followUp.nextStepAt?.getTime() !== state.nextStepAt?.getTime()
  return { next: next && nextStepOf(next), waitsElsewhere }
}

export const nextStepOf = ({ step, dueAt, at }: PendingStep): NextStep => ({
  step,
  dueAt: utc(dueAt),
  ...(at < dueAt && { runNowAt: utc(at) }),
})

/** The steps of the current plan that the follow-up still takes. */
export const stepsFor = (
  { whenLate }: Pick<FollowUpKind, 'whenLate'>,
  { cancelledAt, resumedAt }: Pick<FollowUpRecord, 'cancelledAt' | 'resumedAt'>,
  current: PlannedStep[],
): PlannedStep[] => {
  if (cancelledAt) return []
  return resumedAt ? leaveOutLate(current, resumedAt, whenLate) : current
}

interface Left {
  facts: unknown
  followUp: Pick<FollowUpRecord, 'cancelledAt'>
  /** The next step, and the next step that is not paused. */
  first: { step: string } | null
  next: { at: Date } | null
}

/** The state of a follow-up whose steps are planned. */
export const stateAfter = (
  { finalStatus, waitsFor }: FollowUpKind,
  { facts, followUp: { cancelledAt }, first, next }: Left,
): FollowUpState => {
  const waitingOn = first?.step ?? (cancelledAt ? undefined : waitsFor?.(facts)) ?? null
  const over = cancelledAt ? 'CANCELLED' : finalStatus(facts)
  return { status: waitingOn ? 'ACTIVE' : over, waitingOn, nextStepAt: next?.at ?? null }
}

const partition = <T>(all: readonly T[], is: (it: T) => boolean): [T[], T[]] => [
  all.filter(is),
  all.filter((it) => !is(it)),
]
