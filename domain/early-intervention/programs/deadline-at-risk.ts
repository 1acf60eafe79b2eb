import { Temporal } from 'temporal-polyfill'
import type { EarlyInterventionProgramme, ProgrammeDeadline } from '#prisma/generated/client.ts'
import type { Clock } from '../clocks/rules.ts'
import { dateText } from '#platform/core/time.ts'
import { toDeadline, type DeadlineAtRisk } from './schemas.ts'

/** What else is known of the programme. */
interface Circumstances {
  today: string
  worrying: boolean
  clocks: readonly Clock[]
}

export const deadlineAtRisk = (
  row: ProgrammeDeadline & { programme: EarlyInterventionProgramme },
  { today, worrying, clocks }: Circumstances,
): DeadlineAtRisk => {
  const { programme } = row
  const deadline = toDeadline(row, today)
  const reasons = {
    milestone_missing: true,
    already_past_when_started: deadline.dueOn < dateText(programme.createdAt),
    delay_open: row.paused,
    no_coordinator: programme.coordinatorId === null,
    worrying_answer_unseen: worrying,
  }
  return {
    id: row.id,
    programmeId: row.programmeId,
    childId: programme.childId,
    coordinatorId: programme.coordinatorId,
    ...deadline,
    daysLeft: Temporal.PlainDate.from(today).until(deadline.dueOn).days,
    source: clocks.find(({ name }) => name === row.clock)?.source ?? '',
    reasons: (Object.keys(reasons) as (keyof typeof reasons)[]).filter((it) => reasons[it]),
  }
}
