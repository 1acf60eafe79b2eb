import { settlementMoves } from './moves.ts'
import { move, moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { beginReserves } from '../reserves/begin-reserves.ts'
import { settlementEvents, settlementFacts } from './events.ts'
import { mailStatement } from './mail-statement.ts'
import { postSettlement } from './post-settlement.ts'
import { loadSettlement } from './queries.ts'
import { settlementRecord } from './record.ts'

/** Completes a paid settlement, and updates the earlier settlements whose refunds it reversed or restored. */
export const completeSettlement = (ctx: Context, { id }: { id: string }) =>
  moveRecord(ctx, { id }, settlementRecord, settlementMoves, 'pay', {
    fields: (_, tx) => ({ settledAt: tx.now }),
    effects: async (tx, after) => {
      await postSettlement(tx, 'pay', after)
      await beginReserves(tx, id)
      await mailStatement(tx, id)
      for (const earlier of await tx.sql<EarlierRow>(EARLIER, [tx.tenantId, id]))
        await follow(tx, earlier)
    },
  })

const follow = async (tx: Transaction, earlier: EarlierRow): Promise<void> => {
  const { id, isReversed, isNothingLeft, isWhole } = earlier
  const before = await loadSettlement(tx, id)
  const verb = isNothingLeft ? 'reverse' : isWhole ? 'restore' : 'reverseInPart'
  const after = await move(tx, settlementMoves, verb, before, (status) =>
    tx.db.settlement.update({ where: keyOf(tx, id), data: { status, ...touched(tx) } }),
  )
  const subject = { type: 'settlement', id } as const
  tx.changed(subject, before, after)
  const facts = settlementFacts(after)
  if (isReversed)
    tx.emit(settlementEvents['settlement.reversed'], subject, { ...facts, inFull: isNothingLeft })
  else tx.emit(settlementEvents['settlement.restored'], subject, { ...facts, inFull: isWhole })
}

/** An earlier settlement whose payments this settlement reverses or restores in part. */
interface EarlierRow {
  id: string
  isReversed: boolean
  isNothingLeft: boolean
  isWhole: boolean
}

// A payment belongs to the settlement in which its own line is. Reversals in that settlement itself do not
// count as missing from it.
const EARLIER = `
  WITH touched AS (
    SELECT first.settlement_id AS id, bool_or(l.gross_minor < 0) AS is_reversed
    FROM settlement_lines l
      JOIN settlement_lines first ON first.tenant_id = l.tenant_id AND first.payment_id = l.payment_id
        AND first.refund_id IS NULL AND first.dispute_id IS NULL AND first.counts
    WHERE l.tenant_id = $1 AND l.settlement_id = $2 AND first.settlement_id <> $2
      AND (l.refund_id IS NOT NULL OR l.dispute_id IS NOT NULL)
    GROUP BY first.settlement_id
  ), own AS (
    SELECT t.id, l.payment_id, sum(l.gross_minor) AS gross
    FROM touched t JOIN settlement_lines l ON l.tenant_id = $1 AND l.settlement_id = t.id
    GROUP BY t.id, l.payment_id
    HAVING bool_or(l.refund_id IS NULL AND l.dispute_id IS NULL)
  )
  SELECT t.id, t.is_reversed AS "isReversed", bool_and(now.gross = 0) AS "isNothingLeft",
    bool_and(now.gross >= own.gross) AS "isWhole"
  FROM touched t
    JOIN own ON own.id = t.id
    CROSS JOIN LATERAL (SELECT sum(l.gross_minor) AS gross FROM settlement_lines l
      WHERE l.tenant_id = $1 AND l.payment_id = own.payment_id AND l.counts) now
  GROUP BY t.id, t.is_reversed ORDER BY t.id`
