import { announcing, defineMoves, waking } from '#platform/core/records/moves.ts'
import { dateText } from '#platform/core/time/time.ts'
import { assessmentEvents } from './events.ts'
import { administeredFacts, assessmentFacts } from './follow-closing.ts'
import { AssessmentStatus } from './rules.ts'
import type { AssessmentRow } from './schemas.ts'
import { assessmentReminderWorkflow } from './workflows.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { assessmentToComplete } from './assessment-to-complete.ts'

export const assessmentMoves = defineMoves<AssessmentRow>()({
  noun: 'An assessment',
  subject: 'assessment',
  states: AssessmentStatus,
  initial: ['SCHEDULED'],
  elsewhere: { DUE: 'its reminder, on its day', OVERDUE: 'its reminder, after the days of grace' },
  waits: {
    SCHEDULED: 'its day has not come',
    DUE: assessmentToComplete,
    OVERDUE: { followUp: 'assessmentReminder' },
    COMPLETED: ENDED,
    WAIVED: ENDED,
  },
  moves: {
    complete: {
      from: ['SCHEDULED', 'DUE', 'OVERDUE'],
      to: 'COMPLETED',
      event: announcing(assessmentEvents['assessment.completed'], administeredFacts),
      wakes: [waking(assessmentReminderWorkflow)],
    },
    waive: {
      from: ['SCHEDULED', 'DUE', 'OVERDUE'],
      to: 'WAIVED',
      event: announcing(assessmentEvents['assessment.waived'], (row) => ({
        ...assessmentFacts(row),
        dueOn: dateText(row.dueOn),
      })),
      wakes: [waking(assessmentReminderWorkflow)],
    },
    correct: {
      from: ['COMPLETED'],
      event: announcing(assessmentEvents['assessment.corrected'], administeredFacts),
    },
  },
})
