import type { Context } from '#platform/core/context/context.ts'
import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { utc } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { FollowUpKind } from './follow-up-kind.ts'
import type { FollowUpName } from './names.ts'
import { leaveOutLate, nextOf, revise } from './plan.ts'
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

/** Which follow-up: its kind and what it is about. */
export interface FollowUpRef {
  kind: FollowUpName
  subjectId: string
}

/** What the workflow waits for; null when nothing is left to do. Instants are UTC. */
export interface NextStep {
  step: string
  /** The time that it was planned for. */
  dueAt: string
  /** When somebody fired it: it is not waited for. */
  runNowAt?: string
}

/**
 * Puts the steps of a follow-up on record as its subject asks for now, and says which one comes next.
 * Run twice it changes nothing. One that was called off stays so.
 */
export const planSteps = (ctx: Context, ref: FollowUpRef): Promise<{ next: NextStep | null }> =>
  unlessOver({ next: null }, () =>
    transact(ctx, 'follow-ups:write', async (tx) => ({ next: (await replan(tx, ref)).next })),
  )

/**
 * A subject that is not there any more was erased with its person: nothing is left to do about it. Nor is there
 * while the centre is suspended: the workflow ends, and is started again when the centre goes on.
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

/** The same as part of another write. `waitsElsewhere`: its workflow waits for something else, and has to be woken. */
export const replan = async (
  tx: Transaction,
  { kind, subjectId }: FollowUpRef,
): Promise<{ next: NextStep | null; waitsElsewhere: boolean }> => {
  const followUpKind = tx.platform.registry.followUps[kind]
  const { facts: load, plan, cancelReason, isSettled, whenLate } = followUpKind
  const facts = await load(tx, subjectId)
  const followUp = await openFollowUp(tx, { kind, subjectId })
  const current = plan(facts)
  const planned = followUp.cancelledAt
    ? []
    : followUp.resumedAt
      ? leaveOutLate(current, followUp.resumedAt, whenLate)
      : current
  const revision = revise(followUp.steps, planned)
  await writeRevision(tx, followUp.id, revision, cancelReason(facts))

  // What a step raised for another time is raised anew at its present one.
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
  if (!next) return { next, waitsElsewhere }
  const { step, dueAt, at } = next
  const runNow = at < dueAt && { runNowAt: utc(at) }
  return { next: { step, dueAt: utc(dueAt), ...runNow }, waitsElsewhere }
}

interface Left {
  facts: unknown
  followUp: FollowUpRecord
  /** The step that comes next, and the next that is not held up. */
  first: { step: string } | null
  next: { at: Date } | null
}

const stateAfter = (
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
