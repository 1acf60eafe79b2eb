import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { keyOf, touched } from '#platform/core/record-ref.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { beginReserves } from '../reserves/begin-reserves.ts'
import { settlementEvents, settlementFacts } from './events.ts'
import { mailStatement } from './mail-statement.ts'
import { postSettlement } from './post-settlement.ts'
import { loadSettlement } from './queries.ts'
import { settlementRecord } from './record.ts'
import { settlementStatusAfter } from './rules.ts'

/** Ends a settlement that was paid out, and marks those whose refunds it reversed. */
export const completeSettlement = (ctx: Context, { id }: { id: string }) =>
  changeRecord(ctx, { id }, settlementRecord, {
    fields: (before, tx) => ({
      status: settlementStatusAfter('pay', before.status),
      settledAt: tx.now,
    }),
    effects: async (tx, after) => {
      await postSettlement(tx, 'pay', after)
      await beginReserves(tx, id)
      await mailStatement(tx, id)
      const subject = { type: 'settlement', id } as const
      tx.emit(settlementEvents['settlement.paid'], subject, settlementFacts(after))
      for (const reversed of await tx.sql<ReversedRow>(REVERSED, [tx.tenantId, id]))
        await markReversed(tx, reversed)
    },
  })

const markReversed = async (tx: Transaction, { id, inFull }: ReversedRow): Promise<void> => {
  const before = await loadSettlement(tx, id)
  const status = settlementStatusAfter(inFull ? 'reverse' : 'reverseInPart', before.status)
  const after = await tx.db.settlement.update({
    where: keyOf(tx, id),
    data: { status, ...touched(tx) },
  })
  const subject = { type: 'settlement', id } as const
  tx.changed(subject, before, after)
  tx.emit(settlementEvents['settlement.reversed'], subject, { ...settlementFacts(after), inFull })
}

interface ReversedRow {
  id: string
  inFull: boolean
}

// Earlier settlements of payments that this one reverses returns of, and whether anything of these is left.
const REVERSED = `
  SELECT s.id, bool_and(left_over.gross = 0) AS "inFull"
  FROM settlements s
    JOIN settlement_lines own ON own.tenant_id = s.tenant_id AND own.settlement_id = s.id AND own.gross_minor > 0
    CROSS JOIN LATERAL (SELECT sum(l.gross_minor) AS gross FROM settlement_lines l
      WHERE l.tenant_id = own.tenant_id AND l.payment_id = own.payment_id AND l.counts) left_over
  WHERE s.tenant_id = $1 AND s.id <> $2 AND s.id IN (
    SELECT first.settlement_id FROM settlement_lines reversal
      JOIN settlement_lines first ON first.tenant_id = reversal.tenant_id AND first.payment_id = reversal.payment_id
        AND first.gross_minor > 0 AND first.counts
    WHERE reversal.tenant_id = $1 AND reversal.settlement_id = $2 AND reversal.gross_minor < 0)
  GROUP BY s.id ORDER BY s.id`
