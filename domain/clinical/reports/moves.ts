import { ENDED } from '#platform/core/records/define-waiting.ts'
import { announcing, defineMoves } from '#platform/core/records/moves.ts'
import { reportEvents, reportFacts } from './events.ts'
import { ReportStatus } from './names.ts'
import { reportToCosign } from './report-to-cosign.ts'
import { reportToSign } from './report-to-sign.ts'
import type { ReportRow } from './schemas.ts'

export const reportMoves = defineMoves<ReportRow>()({
  noun: 'A clinical report',
  subject: 'clinicalReport',
  states: ReportStatus,
  initial: ['DRAFT'],
  waits: {
    DRAFT: reportToSign,
    AWAITING_COSIGN: reportToCosign,
    SIGNED: 'it counts; a correction can replace it',
    REPLACED: ENDED,
    WITHDRAWN: ENDED,
  },
  moves: {
    patch: { from: ['DRAFT'] },
    refresh: { from: ['DRAFT'] },
    // The report of a supervised therapist awaits the second signature instead. The code that signs announces the
    // matching event.
    sign: { from: ['DRAFT'], to: 'SIGNED' },
    cosign: {
      from: ['AWAITING_COSIGN'],
      to: 'SIGNED',
      event: announcing(reportEvents['clinical_report.signed'], reportFacts),
    },
    return: {
      from: ['AWAITING_COSIGN'],
      to: 'DRAFT',
      event: announcing(reportEvents['clinical_report.returned'], reportFacts),
    },
    withdraw: { from: ['DRAFT'], to: 'WITHDRAWN' },
    replace: { from: ['SIGNED'], to: 'REPLACED', byPlatform: true },
  },
})
