import type { EarlyInterventionProgram, ProgramDeadline } from '#prisma/generated/client.ts'
import type { Clock } from '../clocks/clock.ts'
import { daysUntil, isRunning } from '../clocks/rules.ts'
import { dateText, utc } from '#platform/core/time/time.ts'
import { toDeadline, type DeadlineAtRisk } from './schemas.ts'

/** Further facts about the program. */
interface Circumstances {
  today: string
  worrying: boolean
  clocks: readonly Clock[]
}

export const deadlineAtRisk = (
  row: ProgramDeadline & { program: EarlyInterventionProgram },
  { today, worrying, clocks }: Circumstances,
): DeadlineAtRisk => {
  const { program } = row
  const deadline = toDeadline(row, today)
  const reasons = {
    milestone_missing: isRunning(row),
    already_past_when_started: isRunning(row) && deadline.dueOn < dateText(program.createdAt),
    delay_open: row.paused,
    no_coordinator: isRunning(row) && program.serviceCoordinatorId === null,
    worrying_answer_unseen: isRunning(row) && worrying,
  }
  return {
    id: row.id,
    programId: row.programId,
    childId: program.childId,
    serviceCoordinatorId: program.serviceCoordinatorId,
    locationId: program.locationId,
    ...deadline,
    daysLeft: isRunning(row) ? daysUntil(today, deadline.dueOn) : null,
    source: clocks.find(({ name }) => name === row.clock)?.source ?? '',
    reasons: (Object.keys(reasons) as (keyof typeof reasons)[]).filter((it) => reasons[it]),
    updatedAt: utc(row.updatedAt),
  }
}
