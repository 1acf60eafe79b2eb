import type { ProcessingRestriction as Model } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError, invalid } from '#platform/core/errors.ts'
import { lockRecord } from '#platform/core/lock-record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/record-ref.ts'
import { assertVersion } from '#platform/core/record.ts'
import { DAY_MS } from '#platform/core/time.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { personOf } from '#people/persons/named-person.ts'
import { loadProcessingRestriction } from './queries.ts'
import {
  restrictionStatus,
  toProcessingRestriction,
  type LiftProcessingRestriction,
  type ProcessingRestriction,
} from './schemas.ts'
import { restrictionFacts } from './start-restriction.ts'
import { toBeInformed } from './to-be-informed.ts'
import { wakeFollowUpsOf } from './wake-follow-ups-of.ts'
import { processingRestrictionEvents } from './events.ts'
import { restrictionLiftingWorkflow } from './workflows.ts'

/** Between the e-mail that says so and the lifting: a day. */
export const LIFT_NOTICE_MS = DAY_MS

/**
 * Ends a restriction, once whoever obtained it was told (Art. 18(3) GDPR): at once where `informed` says how
 * they were; otherwise they get an e-mail, and it is lifted a day later.
 */
export const liftProcessingRestriction = (
  ctx: Context,
  {
    lift: { reason: liftReason, informed },
    ...ref
  }: RecordRef & { lift: LiftProcessingRestriction },
): Promise<ProcessingRestriction> =>
  changeRestriction(ctx, ref, async (tx, before) => {
    assertLiftable(before)
    tx.wake(restrictionLiftingWorkflow, before.id)
    if (informed) return lift(tx, before, { liftReason, informed })
    if (before.liftsAt)
      throw transitionRefused(before, 'Its lifting was announced already. Wait, or say `informed`.')
    if ((await toBeInformed(tx, before)).length === 0)
      throw invalid(
        'informed',
        'required',
        'Nobody who obtained it has an e-mail address: tell them, and say in `informed` how.',
      )
    const liftsAt = new Date(tx.now.getTime() + LIFT_NOTICE_MS)
    return write(tx, before, { liftReason, announcedAt: tx.now, liftsAt })
  })

/** Withdraws an announced lifting, because the person who obtained the restriction objected. */
export const keepProcessingRestriction = (ctx: Context, ref: RecordRef) =>
  changeRestriction(ctx, ref, (tx, before) => {
    if (restrictionStatus(before) !== 'LIFTING')
      throw transitionRefused(before, 'Its lifting is not announced.')
    tx.wake(restrictionLiftingWorkflow, before.id)
    return withdraw(tx, before)
  })

/** As if its lifting had not been announced. */
export const withdraw = (tx: Transaction, before: Model): Promise<Model> =>
  write(tx, before, { announcedAt: null, liftsAt: null, liftReason: null })

const changeRestriction = (
  ctx: Context,
  { id, version }: RecordRef,
  change: (tx: Transaction, before: Model) => Promise<Model>,
): Promise<ProcessingRestriction> =>
  transact(ctx, 'processing-restrictions:write', async (tx) => {
    const before = await lockRestriction(tx, id)
    assertVersion(before, version)
    return toProcessingRestriction(await change(tx, before))
  })

/** What is kept by law ends with its time, by the erasure that began it. */
const assertLiftable = (before: Model): void => {
  if (before.liftedAt) throw transitionRefused(before, 'The restriction has been lifted already.')
  if (before.ground === 'RETENTION')
    throw new DomainError(
      'conflict',
      'What is left after an erasure is kept by law only: it ends with that time, not by hand.',
    )
}

const transitionRefused = (row: Model, message: string) =>
  new DomainError('invalid_transition', message, {
    extra: { status: restrictionStatus(row), allowed: [] },
  })

/** The restriction, locked after the person, as its start does. */
export const lockRestriction = async (tx: Transaction, id: string): Promise<Model> => {
  const { childId, clientId } = await loadProcessingRestriction(tx, id)
  await lockRecord(tx, childId ? 'children' : 'clients', (childId ?? clientId)!)
  await lockRecord(tx, 'processing_restrictions', id)
  return loadProcessingRestriction(tx, id)
}

/** Lifts it as part of another write. From here on the person's records can be changed again. */
export const lift = async (
  tx: Transaction,
  before: Model,
  facts: { liftReason: string; informed?: string },
): Promise<Model> => {
  const row = await write(tx, before, { ...facts, liftedAt: tx.now, liftedBy: tx.actor.id })
  const subject = { type: 'processingRestriction', id: row.id } as const
  tx.changed(personOf(row), { restrictedAt: row.startedAt }, { restrictedAt: null })
  tx.emit(
    processingRestrictionEvents['processing_restriction.lifted'],
    subject,
    restrictionFacts(row),
  )
  if (row.childId) await wakeFollowUpsOf(tx, row.childId)
  return row
}

const write = async (tx: Transaction, before: Model, data: Partial<Model>): Promise<Model> => {
  const { id } = before
  const row = await tx.db.processingRestriction.update({
    where: keyOf(tx, id),
    data: { ...data, ...touched(tx) },
  })
  tx.changed({ type: 'processingRestriction', id }, before, row)
  return row
}
