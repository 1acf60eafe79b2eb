import { z } from 'zod'
import type {
  Assessment as AssessmentModel,
  AssessmentSchedule as ScheduleModel,
} from '#prisma/generated/client.ts'
import { AssessmentStatus } from '../assessments/rules.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText, dateTextOrNull, utcOrNull } from '#platform/core/time/time.ts'
import { Timing } from './rules.ts'

const DEFAULT_GRACE_DAYS = 28

const members = {
  timing: z.enum(Timing).meta({
    description: 'Whether the assessment takes place once, repeatedly, or at an age.',
    example: 'EVERY',
  }),
  startsOn: calendarDate().nullable().meta({
    description: 'ONCE: date of the assessment. EVERY: date of the first assessment.',
    example: '2026-12-01',
  }),
  months: z.int().min(1).max(264).nullable().meta({
    description:
      'EVERY: months from one assessment to the next. AT_AGE: age of the child in months.',
    example: 6,
  }),
  providerId: idOf('provider').nullable().meta({
    description: "Provider who is reminded; null to remind the child's primary provider.",
  }),
  locationId: idOf('location').nullable().meta({
    description: 'Location whose local dates apply; null to use the centre’s.',
    example: null,
  }),
  graceDays: z.int().min(1).max(366).meta({
    description: 'Number of days after the due date before the assessment counts as overdue.',
    example: DEFAULT_GRACE_DAYS,
  }),
}

export const AssessmentSchedule = resourceSchema('AssessmentSchedule', {
  id: idOf('assessmentSchedule'),
  childId: idOf('child'),
  instrumentId: idOf('instrument'),
  ...members,
  next: z
    .strictObject({
      assessmentId: idOf('assessment'),
      dueOn: calendarDate().meta({
        description: 'Date on which the next assessment is due, as YYYY-MM-DD.',
        example: '2026-12-01',
      }),
      status: z.enum(AssessmentStatus).meta({ description: 'Status of the next assessment.' }),
    })
    .nullable()
    .meta({ description: 'The next assessment; null once the schedule has ended.' }),
  endedAt: z.iso.datetime().nullable().meta({
    description: 'When the schedule ended, in UTC; null while it continues.',
    example: null,
  }),
  endReason: prose(2000).nullable().meta({
    description: 'Reason for ending the schedule; null while it continues.',
    example: null,
  }),
  ...recordMembers,
})
export type AssessmentSchedule = z.infer<typeof AssessmentSchedule>

export const CreateAssessmentSchedule = z
  .strictObject({
    childId: idOf('child'),
    instrumentId: idOf('instrument'),
    timing: members.timing,
    startsOn: members.startsOn.default(null),
    months: members.months.default(null),
    providerId: members.providerId.default(null),
    locationId: members.locationId.default(null),
    graceDays: members.graceDays.default(DEFAULT_GRACE_DAYS),
  })
  .meta({
    id: 'CreateAssessmentSchedule',
    example: {
      childId: exampleId('child'),
      instrumentId: exampleId('instrument'),
      timing: 'EVERY',
      startsOn: '2026-12-01',
      months: 6,
    },
  })
export type CreateAssessmentSchedule = z.infer<typeof CreateAssessmentSchedule>

export const PatchAssessmentSchedule = z
  .strictObject({
    startsOn: members.startsOn.exactOptional(),
    months: members.months.exactOptional(),
    providerId: members.providerId.exactOptional(),
    locationId: members.locationId.exactOptional(),
    graceDays: members.graceDays.exactOptional(),
  })
  .meta({ id: 'PatchAssessmentSchedule', example: { graceDays: 14 } })
export type PatchAssessmentSchedule = z.infer<typeof PatchAssessmentSchedule>

export const EndAssessmentSchedule = z
  .strictObject({
    reason: prose(2000).min(1).meta({
      description: 'Reason for ending the schedule, up to 2,000 characters.',
      example: 'Moves to another centre.',
    }),
  })
  .meta({ id: 'EndAssessmentSchedule', example: { reason: 'Moves to another centre.' } })

export type ScheduleRow = ScheduleModel & { assessments: AssessmentModel[] }

export const toAssessmentSchedule = (row: ScheduleRow): AssessmentSchedule => {
  const [open] = row.assessments
  return {
    id: row.id,
    childId: row.childId,
    instrumentId: row.instrumentId,
    timing: row.timing,
    startsOn: dateTextOrNull(row.startsOn),
    months: row.months,
    providerId: row.providerId,
    locationId: row.locationId,
    graceDays: row.graceDays,
    next: open ? { assessmentId: open.id, dueOn: dateText(open.dueOn), status: open.status } : null,
    endedAt: utcOrNull(row.endedAt),
    endReason: row.endReason,
    ...recordOf(row),
  }
}
