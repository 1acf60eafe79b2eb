import { utc } from '#platform/core/time/time.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import type { MessageOutlook } from '../messages/outlook-schemas.ts'
import { showOutlooks } from '../messages/show-outlooks.ts'
import { stepsFor, type FollowUpRef } from './plan-steps.ts'
import { pendingAfter, revise } from './plan.ts'
import { scheduledSteps } from './queries.ts'
import { findFollowUp } from './record.ts'

/** The steps that will be pending once the workflow has planned for the subject as of this transaction. */
export const plannedSteps = async (
  tx: Transaction,
  ref: FollowUpRef,
): Promise<{ step: string; dueAt: string }[]> => {
  const kind = tx.platform.registry.followUps[ref.kind]
  const [facts, followUp, others] = await Promise.all([
    kind.facts(tx, ref.subjectId),
    findFollowUp(tx, ref),
    scheduledSteps(tx, ref.subjectId, ref.kind),
  ])
  const planned = stepsFor(kind, followUp, kind.plan(facts))
  const pending = pendingAfter(followUp.steps, planned, revise(followUp.steps, planned))
  return [...pending.map(({ step, dueAt }) => ({ step, dueAt: utc(dueAt) })), ...others].toSorted(
    (a, b) => a.dueAt.localeCompare(b.dueAt) || a.step.localeCompare(b.step),
  )
}

/** Who is told what by planned steps. */
export const messagesOfSteps = async (
  reader: Reader,
  { kind, subjectId }: FollowUpRef,
  steps: readonly { step: string; dueAt: string }[],
): Promise<MessageOutlook[]> => {
  if (steps.length === 0) return []
  const { messages } = reader.platform.registry.followUps[kind]
  const due = steps.map(({ step, dueAt }) => ({ step, dueAt: new Date(dueAt) }))
  return showOutlooks(reader, (await messages?.(reader, subjectId, due)) ?? [])
}
