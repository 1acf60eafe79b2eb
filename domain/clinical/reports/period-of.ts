import { dateText } from '#platform/core/time/time.ts'
import type { Period } from './draw-findings.ts'
import type { ReportRow } from './schemas.ts'

export const periodOf = ({ childId, startsOn, endsOn }: ReportRow): Period => ({
  childId,
  startsOn: dateText(startsOn),
  endsOn: dateText(endsOn),
})
