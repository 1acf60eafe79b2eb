import type { Erasure as Model, Prisma } from '#prisma/generated/client.ts'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { DAY_MS, utc } from '#platform/core/time/time.ts'
import { read, transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { removeGivenUpFiles } from '#platform/files/remove-given-up-files.ts'
import { startRestriction } from '../processing-restrictions/start-restriction.ts'
import { findBlockers } from './find-blockers.ts'
import { preparePass, type Pass } from './erase-rows.ts'
import { keptUntil, loadPerson } from '#people/persons/person.ts'
import { retainedOf } from './plan.ts'
import { loadErasure } from './queries.ts'
import { settlePerson } from './settle-person.ts'
import { stepsFor } from './step.ts'
import { takeInErased } from './take-in-erased.ts'
import { announceErased } from './announce-erased.ts'
import { erasureEvents } from './events.ts'
import { Erasure } from './schemas.ts'

/** The step for which an erasure waits, and until when (UTC). */
export interface NextErasureStep {
  step: 'start' | 'erase'
  dueAt: string
}

/**
 * Advances an erasure as far as possible: starts it after its grace period, processes the tables in one
 * transaction each, and completes it or waits for the earliest end of a retention period. Idempotent: after a
 * crash it continues at its recorded position. Returns null if nothing is left.
 */
export const advanceErasure = async (
  ctx: OutsideContext,
  { id }: { id: string },
): Promise<NextErasureStep | null> => {
  const begun = await begin(ctx, id)
  if (begun !== 'running') return begun
  const pass = await read(ctx, 'erasures:read', async (reader) =>
    preparePass(reader, await loadErasure(reader, id)),
  )
  try {
    while (await eraseNext(ctx, pass));
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'processing_restricted')) throw error
    // A child's record still names the client, so this is checked again after a day.
    return { step: 'erase', dueAt: utc(aDayAfter(ctx.platform.clock.now())) }
  }
  // When an erasure is COMPLETED, no files and no texts in sums may be left, even if a process died after the
  // commit of a step.
  await removeGivenUpFiles(ctx)
  await takeInErased(ctx)
  return finish(ctx, id)
}

/** When an obstacle is checked again. */
const aDayAfter = (now: Date): Date => new Date(now.getTime() + DAY_MS)

/** The note on the restriction that an erasure sets. It is never lifted, so the remaining data stays unchanged. */
const KEPT_BY_LAW = 'The person is erased. What remains is kept by law, or identifies nobody.'

type Fields = Prisma.ErasureUncheckedUpdateInput

/** Runs a transaction in which the erasure is locked. */
const onErasure = <T>(
  ctx: Context,
  id: string,
  work: (row: Model, tx: Transaction, write: (fields: Fields) => Promise<Model>) => Promise<T>,
): Promise<T> =>
  transact(ctx, 'erasures:write', async (tx) => {
    await lockRecord(tx, 'erasures', id)
    const before = await loadErasure(tx, id)
    let after = before
    const write = async (fields: Fields) => {
      const data = { ...fields, ...touched(tx) }
      return (after = await tx.db.erasure.update({ where: keyOf(tx, id), data }))
    }
    const result = await work(before, tx, write)
    tx.changed({ type: 'erasure', id }, progressOf(before), progressOf(after))
    return result
  })

/** The fields of an erasure that the audit trail records. */
const progressOf = ({ status, startsAt, retentionEndsAt, stepsDone, erased }: Model) => ({
  status,
  startsAt,
  retentionEndsAt,
  stepsDone,
  erased,
})

const begin = (ctx: Context, id: string): Promise<NextErasureStep | null | 'running'> =>
  onErasure(ctx, id, async (row, tx, write) => {
    switch (row.status) {
      case 'SCHEDULED':
        return start(row, tx, write)
      case 'RETAINING':
        return goOn(row, tx, write)
      case 'RUNNING':
        return 'running'
      case 'AWAITING_APPROVAL':
      case 'COMPLETED':
      case 'CANCELLED':
        return null
    }
  })

/**
 * Starts the erasure after its grace period. If something concerning the person is open again, it is checked
 * again a day later.
 */
const start = async (
  row: Model,
  tx: Transaction,
  write: (fields: Fields) => Promise<Model>,
): Promise<NextErasureStep | 'running'> => {
  if (row.startsAt! > tx.now) return waitingFor(row)!
  const person = await loadPerson(tx, row)
  const blockers = await findBlockers(tx, person)
  if (blockers.length > 0) {
    const startsAt = aDayAfter(tx.now)
    await write({ blockers, startsAt })
    return waitingFor({ ...row, startsAt })!
  }
  await settlePerson(tx, person)
  const { childId, clientId } = row
  await startRestriction(tx, { childId, clientId, ground: 'RETENTION', reason: KEPT_BY_LAW })
  await write({ status: 'RUNNING', startedAt: tx.now, blockers: [], recordIds: person.recordIds })
  return 'running'
}

/** Continues an erasure after a retention period has ended or the rules have changed. */
const goOn = async (
  row: Model,
  tx: Transaction,
  write: (fields: Fields) => Promise<Model>,
): Promise<NextErasureStep | 'running'> => {
  const retained = await retainedOf(tx, await loadPerson(tx, row, row.recordIds))
  const next = retained[0]
  if (!next || !sameRules(retained, fromJson(Erasure.shape.retained, row.retained))) {
    await write({ status: 'RUNNING', retentionEndsAt: null, stepsDone: 0 })
    return 'running'
  }
  const retentionEndsAt = new Date(next.endsAt)
  if (retentionEndsAt.getTime() !== row.retentionEndsAt?.getTime())
    await write({ retained, retentionEndsAt })
  return { step: 'erase', dueAt: next.endsAt }
}

const sameRules = (a: readonly { rule: string }[], b: readonly { rule: string }[]) =>
  a.map(({ rule }) => rule).join() === b.map(({ rule }) => rule).join()

/** Runs the next step that has an effect, in a transaction. Returns false if none is left. */
const eraseNext = (ctx: Context, pass: Pass): Promise<boolean> =>
  onErasure(ctx, pass.erasureId, async (row, tx, write) => {
    const steps = stepsFor(pass.person.kind)
    if (row.status !== 'RUNNING' || row.stepsDone >= steps.length) return false
    let [stepsDone, count, table] = [row.stepsDone, 0, '']
    while (count === 0 && stepsDone < steps.length) {
      const step = steps[stepsDone]!
      stepsDone += 1
      table = step.table
      const stays = keptUntil(pass.person, step.rule.when, tx.now) !== null
      if (!stays) count = await announceErased(tx, pass, step)
    }
    const erased = fromJson(Erasure.shape.erased, row.erased)
    const sum = (erased[table] ?? 0) + count
    await write({ stepsDone, ...(count > 0 && { erased: { ...erased, [table]: sum } }) })
    return true
  })

/** The step for which the erasure waits according to its row. */
const waitingFor = ({ status, startsAt, retentionEndsAt }: Model): NextErasureStep | null => {
  if (status === 'SCHEDULED') return { step: 'start', dueAt: utc(startsAt!) }
  return retentionEndsAt && { step: 'erase', dueAt: utc(retentionEndsAt) }
}

const finish = (ctx: Context, id: string): Promise<NextErasureStep | null> =>
  onErasure(ctx, id, async (row, tx, write) => {
    // Another run has been faster.
    if (row.status !== 'RUNNING') return waitingFor(row)
    const retained = await retainedOf(tx, await loadPerson(tx, row, row.recordIds))
    const [next] = retained
    if (next) {
      await write({ status: 'RETAINING', retained, retentionEndsAt: new Date(next.endsAt) })
      return { step: 'erase', dueAt: next.endsAt }
    }
    await write({ status: 'COMPLETED', completedAt: tx.now, retained: [], recordIds: [] })
    const { childId, clientId } = row
    tx.emit(
      erasureEvents['erasure.completed'],
      { type: 'erasure', id },
      { erasureId: id, childId, clientId },
    )
    return null
  })
