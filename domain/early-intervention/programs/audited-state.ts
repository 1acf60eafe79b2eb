import { fromJson } from '#platform/core/sql/json.ts'
import { dateText } from '#platform/core/time/time.ts'
import { MILESTONES, type Milestone } from '#vocabulary/milestones.ts'
import { IfspServices } from './ifsp-services.ts'
import { OutcomeSummaries } from './outcome-summaries.ts'
import { Program, type ProgramRow } from './schemas.ts'

/**
 * The fields of a program that the audit trail compares: milestone dates by kind, delays without notes, and
 * ratings without evidence.
 */
export const auditedState = ({
  milestones,
  delays,
  ifspServices,
  handOvers: _handOvers,
  outcomeSummaries,
  referralReceivedOn,
  closedOn,
  deadlines: _,
  ...row
}: ProgramRow) => ({
  ...row,
  referralReceivedOn: dateText(referralReceivedOn),
  closedOn: closedOn && dateText(closedOn),
  ...Object.fromEntries(MILESTONES.map((kind) => [kind, datesOf(kind, milestones)])),
  delays: fromJson(Program.shape.delays, delays).map(
    ({ startsOn, endsOn, cause, reason, attempts }) => ({
      startsOn,
      endsOn,
      cause,
      kind: reason,
      attempts: attempts.length,
    }),
  ),
  outcomeSummaries: fromJson(OutcomeSummaries, outcomeSummaries).map(
    ({ occasion, ratedOn, ratings }) => ({
      occasion,
      ratedOn,
      ratings: ratings.map(({ outcome, rating }) => ({ outcome, rating })),
    }),
  ),
  ifspServices: fromJson(IfspServices, ifspServices).map(
    ({ key, type, consentedOn, startedOn, endedOn }) => ({
      key,
      type,
      consentedOn,
      startedOn,
      endedOn,
    }),
  ),
})

/** All dates of a repeatable milestone; null if it has not been reached. */
const datesOf = (kind: Milestone, milestones: unknown): string[] | null => {
  const dates = fromJson(Program.shape.milestones, milestones)
    .filter((it) => it.kind === kind)
    .map(({ occurredOn }) => occurredOn)
  return dates.length > 0 ? dates : null
}
