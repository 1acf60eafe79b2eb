import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { changeLead } from './change-lead.ts'
import { assertOpenLead } from './rules.ts'
import type { Lead, RecordContactAttempt } from './schemas.ts'

/** Records an attempt to contact the family. A successful attempt counts as contact. */
export const recordContactAttempt = (
  ctx: Context,
  { attempt, ...ref }: RecordRef & { attempt: RecordContactAttempt },
): Promise<Lead> =>
  changeLead(ctx, {
    ...ref,
    fields: (before, tx) => {
      assertOpenLead(before)
      assertCallBack(attempt, tx.now)
      const isHeard = attempt.outcome === 'REACHED' || attempt.outcome === 'CALL_BACK'
      return isHeard ? { heardAt: tx.now } : {}
    },
    effects: (tx, { id }) => insertAttempt(tx, id, attempt),
  })

const assertCallBack = ({ outcome, callAt }: RecordContactAttempt, now: Date): void => {
  if (outcome === 'CALL_BACK' && callAt === undefined)
    throw invalid(
      'callAt',
      'required',
      'callAt is required with the outcome CALL_BACK. Send the time at which the family wants to be called.',
    )
  if (outcome !== 'CALL_BACK' && callAt !== undefined)
    throw invalid(
      'callAt',
      'not_allowed',
      'callAt is allowed only with the outcome CALL_BACK. Omit it.',
    )
  if (callAt && callAt <= now)
    throw invalid('callAt', 'in_the_past', 'callAt is in the past. Choose a future time.')
}

const insertAttempt = async (
  tx: Transaction,
  leadId: string,
  { channel, outcome, note, callAt }: RecordContactAttempt,
): Promise<void> => {
  const id = newId('leadContactAttempt')
  const row = await tx.db.leadContactAttempt.create({
    data: {
      tenantId: tx.tenantId,
      id,
      leadId,
      channel,
      outcome,
      note: note ?? null,
      callAt: callAt ?? null,
      madeAt: tx.now,
      madeBy: tx.actor.id,
    },
  })
  tx.created({ type: 'leadContactAttempt', id }, row)
}
