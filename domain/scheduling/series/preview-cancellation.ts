import { cancelling } from '../appointments/cancel-appointment.ts'
import { moveAppointment, rehearseMove } from '../appointments/move-appointment.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { assertVersion } from '#platform/core/record.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { scheduledSteps } from '#messaging/follow-ups/queries.ts'
import { assertGoesOn, occurrencesInScope } from './change-series.ts'
import { loadSeries, showSeries } from './queries.ts'
import type { CancelledSeries, CancelSeries } from './schemas.ts'

/** What a cancellation would do, occurrence by occurrence: each is done and taken back. */
export const previewCancellation = async (
  tx: Transaction,
  { id, version, initiator, reason, ...scope }: RecordRef & CancelSeries,
): Promise<CancelledSeries> => {
  const series = await loadSeries(tx, id)
  assertVersion(series, version)
  assertGoesOn(series)
  const scoped = await occurrencesInScope(tx, id, scope)
  const occurrences: CancelledSeries['occurrences'] = []
  const fees = new Map<string, number>()
  for (const { id: occurrenceId, appointmentId } of scoped) {
    if (!appointmentId) continue
    const followUpsStopped = await scheduledSteps(tx, appointmentId)
    const { startsAt, fee } = await rehearseMove(tx, appointmentId, () =>
      moveAppointment(tx, { id: appointmentId }, cancelling({ initiator, reason })),
    )
    if (fee?.decision === 'CHARGED' && fee.currency)
      fees.set(fee.currency, (fees.get(fee.currency) ?? 0) + fee.amount)
    occurrences.push({ occurrenceId, appointmentId, startsAt, fee, followUpsStopped })
  }
  tx.nothingChanged({ type: 'series', id })
  return {
    ...(await showSeries(tx, series)),
    dryRun: true,
    occurrences,
    fees: [...fees].map(([currency, amount]) => ({ currency, amount })),
  }
}
