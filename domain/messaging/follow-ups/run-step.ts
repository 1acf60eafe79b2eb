import type { Context } from '#platform/core/context/context.ts'
import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'
import { named } from '#platform/core/context/registry.ts'
import { subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { upperSnake } from '#platform/core/records/upper-snake.ts'
import { followUpEvents } from './events.ts'
import { skipped, type FollowUpKind, type Outcome } from './follow-up-kind.ts'
import { unlessOver, type FollowUpRef } from './plan-steps.ts'
import { openFollowUp, settleStep } from './record.ts'
import { ruleFor } from './while-restricted.ts'

/** A step. `dueAt` is its planned time as the workflow knows it. */
export interface StepRef extends FollowUpRef {
  step: string
  dueAt: Date
}

/**
 * Executes one step and records its result or its refusal. The record and the effect are committed together, so
 * a repeated step, or one for an outdated time, does nothing. If a rule refuses the step, this is recorded for
 * attention, and the follow-up continues.
 */
export const runStep = (ctx: Context, ref: StepRef): Promise<Outcome | null> =>
  unlessOver(null, () => attempt(ctx, ref))

const attempt = async (ctx: Context, ref: StepRef): Promise<Outcome | null> => {
  try {
    const { perform } = ctx.platform.registry.followUps[ref.kind]
    return await settle(ctx, ref, perform)
  } catch (error) {
    if (!(error instanceof DomainError && isPermanent(error))) throw error
    const { code, message } = error
    const refused = () => skipped(`refused: ${message}`, `a rule refused it: ${code}`)
    return settle(ctx, ref, refused)
  }
}

const settle = (
  ctx: Context,
  { kind, subjectId, step, dueAt }: StepRef,
  perform: FollowUpKind['perform'],
): Promise<Outcome | null> =>
  transact(ctx, 'follow-ups:write', async (tx) => {
    // Locks the subject first, like the verbs that change it.
    const facts = await tx.platform.registry.followUps[kind].facts(tx, subjectId)
    const followUp = await openFollowUp(tx, { kind, subjectId })
    const known = followUp.steps.find((other) => other.step === step)
    const subject = { type: 'followUp', id: followUp.id } as const
    if (known?.status !== 'SCHEDULED' || known.dueAt.getTime() !== dueAt.getTime()) {
      tx.nothingChanged(subject)
      return null
    }
    const restricted = ruleFor(tx.platform.registry.followUps[kind], followUp)(step)
    if (restricted === 'WAITS') {
      tx.nothingChanged(subject)
      return null
    }
    const stepRun = { step, followUpId: followUp.id, dueAt, runNow: known.runNowAt !== null }
    const { whenLate } = tx.platform.registry.followUps[kind]
    const isLate = known.dueWhileSuspended && !stepRun.runNow
    const result =
      isLate && whenLate(step) === 'SKIPPED'
        ? skipped('its time passed while the centre was suspended')
        : restricted === 'DONE'
          ? await perform(tx, facts, stepRun)
          : restricted
    tx.changed(subject, { [step]: known.status }, { [step]: result.status })
    await settleStep(tx, followUp.id, { step, ...result })
    if (result.actionRequired !== undefined) {
      tx.beginToWait()
      const { subjectType } = named(tx.platform.registry.workflows, kind)
      tx.emit(followUpEvents['follow_up.action_required'], subject, {
        followUpId: followUp.id,
        kind: upperSnake(kind),
        step,
        subjectType: subjectTypeOf(subjectType),
        subjectId,
      })
    }
    return result
  })
