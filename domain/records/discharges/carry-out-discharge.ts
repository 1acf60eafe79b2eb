import { createTask } from '#messaging/tasks/create-task.ts'
import { standingChanged } from '#people/children/listeners.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { utc } from '#platform/core/time/time.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { read, transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { takeTurn } from '#platform/core/workflow-kinds/take-turn.ts'
import type { DischargeItem as ItemModel } from '#prisma/generated/client.ts'
import { endingOf } from './ending-of.ts'
import { endItem } from './end-item.ts'
import { dischargeEvents } from './events.ts'
import { loadDischarge, progressOf } from './queries.ts'
import type { ItemKind, ItemResult } from './rules.ts'
import { ItemFacts } from './schemas.ts'
import { verdictOn } from './verdict-on.ts'

interface Round {
  id: string
  /** When aborted, stops between two items. */
  signal?: AbortSignal
}

/** The result of one round. */
export interface DischargeRound {
  /** Whether items can be ended now. */
  left: boolean
  /** When the next items are due; null if none is pending. */
  dueAt: string | null
}

/** Ends the items of a discharge that are due, one by one, and says when the next ones are. */
export const carryOutDischarge = async (
  ctx: Context,
  { id, signal }: Round,
): Promise<DischargeRound> => {
  const turn = await takeTurn(() => endNext(ctx, id), signal)
  if (turn === 'more') return { left: true, dueAt: null }
  return settle(ctx, id)
}

/** Ends the next item that is due. Returns whether there was one. */
const endNext = async (ctx: Context, id: string): Promise<boolean> => {
  const [next] = await read(ctx, 'discharges:read', (reader) =>
    reader.sql<{ id: string }>(NEXT, [reader.tenantId, id, reader.now]),
  )
  if (!next) return false
  await settleItem(ctx, { id: next.id, dischargeId: id })
  return true
}

/**
 * Ends one item by its ordinary verb. The effect and its record are committed together, so it is idempotent. A
 * refusal is recorded with its reason.
 */
const settleItem = async (
  ctx: Context,
  ref: { id: string; dischargeId: string },
): Promise<void> => {
  try {
    await transact(
      ctx,
      'discharges:write',
      async (tx) => {
        const item = await lockItem(tx, ref)
        if (!item) return
        const row = await loadDischarge(tx, ref.dischargeId)
        const record = { kind: item.kind as ItemKind, recordId: item.recordId }
        const { facts } = await endItem(tx, record, await endingOf(tx, row))
        await writeItem(tx, item, {
          result: 'ENDED',
          facts: { ...fromJson(ItemFacts, item.facts), ...facts },
        })
      },
      { plansOnce: true },
    )
  } catch (error) {
    if (!(error instanceof DomainError) || !isPermanent(error)) throw error
    await transact(ctx, 'discharges:write', async (tx) => {
      const item = await lockItem(tx, ref)
      if (item) await writeItem(tx, item, verdictOn(error))
    })
  }
}

/** Locks the discharge, as a readmission does, and returns the item if it is still pending. */
const lockItem = async (
  tx: Transaction,
  { id, dischargeId }: { id: string; dischargeId: string },
): Promise<ItemModel | undefined> => {
  await lockRecord(tx, 'discharges', dischargeId)
  tx.nothingChanged({ type: 'dischargeItem', id })
  const item = await tx.db.dischargeItem.findFirst({
    where: { tenantId: tx.tenantId, id, result: 'PENDING' },
  })
  return item ?? undefined
}

interface Settled {
  result: ItemResult
  code?: string
  detail?: string
  facts?: ItemFacts
}

const writeItem = async (tx: Transaction, before: ItemModel, settled: Settled): Promise<void> => {
  const after = await tx.db.dischargeItem.update({
    where: keyOf(tx, before.id),
    data: { ...settled, ...touched(tx) },
  })
  tx.changed({ type: 'dischargeItem', id: before.id }, before, after)
}

/** Ends the discharge once nothing is pending; otherwise says when the next items are due. */
const settle = (ctx: Context, id: string): Promise<DischargeRound> =>
  transact(ctx, 'discharges:write', async (tx) => {
    await lockRecord(tx, 'discharges', id)
    const before = await loadDischarge(tx, id)
    const subject = { type: 'discharge', id } as const
    tx.nothingChanged(subject)
    if (before.status !== 'ENDING') return { left: false, dueAt: null }
    const [pending] = await tx.sql<{ dueAt: Date }>(DUE, [tx.tenantId, id])
    const nextAt = pending?.dueAt ?? (before.endsAt > tx.now ? before.endsAt : undefined)
    if (nextAt) return { left: nextAt <= tx.now, dueAt: utc(nextAt) }
    const after = await tx.db.discharge.update({
      where: keyOf(tx, id),
      data: { status: 'ENDED', endedAt: tx.now, ...touched(tx) },
    })
    tx.changed(subject, before, after)
    const { total: _, pending: __, ...counts } = (await progressOf(tx, [before]))(id)
    const { childId } = before
    tx.emit(
      dischargeEvents['child.discharge_completed'],
      { type: 'child', id: childId },
      { childId, dischargeId: id, ...counts },
    )
    // What depends on the care itself, such as reminders of consents, is planned again now that it has ended.
    await standingChanged(tx, childId)
    if (counts.refused > 0) await askToEnd(tx, { childId, refused: counts.refused })
    return { left: false, dueAt: null }
  })

const askToEnd = async (
  tx: Transaction,
  { childId, refused }: { childId: string; refused: number },
): Promise<void> => {
  await createTask(tx, {
    title: 'End what a discharge could not end',
    notes: `${refused} items could not be ended. GET /v1/discharges?childId=${childId} names the discharge, and its items the reasons.`,
    subjectId: childId,
    childId,
    assigneeId: null,
    role: 'ADMINISTRATOR',
    dueAt: null,
  })
}

const NEXT = `
  SELECT i.id FROM discharge_items i JOIN discharges d ON d.tenant_id = i.tenant_id AND d.id = i.discharge_id
  WHERE i.tenant_id = $1 AND i.discharge_id = $2 AND i.result = 'PENDING' AND i.due_at <= $3 AND d.status = 'ENDING'
  ORDER BY i.number LIMIT 1`

const DUE = `
  SELECT min(due_at) AS "dueAt" FROM discharge_items
  WHERE tenant_id = $1 AND discharge_id = $2 AND result = 'PENDING' HAVING count(*) > 0`
