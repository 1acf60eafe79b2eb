import { loadSupervisorId } from '#organization/supervisions/queries.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { assertFreshStepUp } from '#platform/core/access/assert-fresh-step-up.ts'
import type { Context } from '#platform/core/context/context.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { signerFor } from '../notes/rules.ts'
import { addSignature } from './add-signature.ts'
import { drawFindings } from './draw-findings.ts'
import { reportEvents, reportFacts } from './events.ts'
import { reportMoves } from './moves.ts'
import { periodOf } from './period-of.ts'
import { clinicalReportRecord } from './record.ts'
import { replaceReport } from './replace-report.ts'
import { assertCurrent, assertWritten } from './rules.ts'
import { findingsOf } from './schemas.ts'

/** Signs a report as its therapist. The report of a supervised therapist then awaits the supervisor's signature. */
export const signClinicalReport = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, clinicalReportRecord, {
    fields: async (before, tx) => {
      assertMove(reportMoves, 'sign', before)
      await assertFreshStepUp(tx)
      signerFor(tx.actor, before.providerId)
      const period = periodOf(before)
      const { defaultTimeZone } = await loadTenantSettings(tx)
      assertWritten({ ...before, endsOn: period.endsOn }, dateIn(tx.now, defaultTimeZone))
      assertCurrent(findingsOf(before), await drawFindings(tx, period))
      const supervisorId = await loadSupervisorId(tx, before.providerId)
      const signed = supervisorId
        ? { status: 'AWAITING_COSIGN' }
        : { status: 'SIGNED', signedAt: tx.now }
      return { ...signed, supervisorId, returnReason: null }
    },
    effects: async (tx, after) => {
      await addSignature(tx, after, { role: 'AUTHOR', ...signerFor(tx.actor, after.providerId) })
      const subject = { type: 'clinicalReport', id: after.id } as const
      const isSigned = after.status === 'SIGNED'
      if (isSigned) await replaceReport(tx, after)
      tx.emit(
        reportEvents[isSigned ? 'clinical_report.signed' : 'clinical_report.awaiting_cosign'],
        subject,
        reportFacts(after),
      )
    },
  })
