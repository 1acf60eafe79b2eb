import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { calendarDate, dateText } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { REPORT_KINDS } from './names.ts'
import type { ReportRow } from './schemas.ts'

const about = {
  payload: z.strictObject({
    reportId: idOf('clinicalReport'),
    childId: idOf('child'),
    providerId: idOf('provider'),
    kind: z.enum(REPORT_KINDS).meta({ description: 'Progress report or discharge summary.' }),
    startsOn: calendarDate().meta({ description: 'First day of the period.' }),
    endsOn: calendarDate().meta({ description: 'Last day of the period.' }),
  }),
  example: {
    reportId: exampleId('clinicalReport'),
    childId: exampleId('child'),
    providerId: exampleId('provider'),
    kind: 'PROGRESS_REPORT' as const,
    startsOn: '2026-09-01',
    endsOn: '2026-11-20',
  },
}

export const reportEvents = defineEvents({
  'clinical_report.awaiting_cosign': defineEvent({
    description:
      'A supervised therapist signed a clinical report. The supervisor must co-sign or return it.',
    ...about,
  }),
  'clinical_report.returned': defineEvent({
    description: 'A supervisor returned a clinical report, which is now a draft again.',
    ...about,
  }),
  'clinical_report.signed': defineEvent({
    description: 'A clinical report has all required signatures, and no longer changes.',
    ...about,
  }),
})

/** What the events of a report say. They do not contain its text. */
export const reportFacts = (row: ReportRow) => ({
  reportId: row.id,
  childId: row.childId,
  providerId: row.providerId,
  kind: row.kind as 'PROGRESS_REPORT',
  startsOn: dateText(row.startsOn),
  endsOn: dateText(row.endsOn),
})
