import { Temporal } from 'temporal-polyfill'
import type { EarlyInterventionProgram, ProgramDeadline } from '#prisma/generated/client.ts'
import type { Clock } from '../clocks/rules.ts'
import { dateText, utc } from '#platform/core/time.ts'
import { toDeadline, type DeadlineAtRisk } from './schemas.ts'

/** What else is known of the program. */
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
    milestone_missing: true,
    already_past_when_started: deadline.dueOn < dateText(program.createdAt),
    delay_open: row.paused,
    no_coordinator: program.serviceCoordinatorId === null,
    worrying_answer_unseen: worrying,
  }
  return {
    id: row.id,
    programId: row.programId,
    childId: program.childId,
    serviceCoordinatorId: program.serviceCoordinatorId,
    ...deadline,
    daysLeft: Temporal.PlainDate.from(today).until(deadline.dueOn).days,
    source: clocks.find(({ name }) => name === row.clock)?.source ?? '',
    reasons: (Object.keys(reasons) as (keyof typeof reasons)[]).filter((it) => reasons[it]),
    updatedAt: utc(row.updatedAt),
  }
}
