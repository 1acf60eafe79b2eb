import { z } from 'zod'
import type {
  ClockSet as ClockSetModel,
  DeadlineRecalculation as RecalculationModel,
} from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { MILESTONES } from '#vocabulary/milestones.ts'

const Clock = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,23}$/, {
        error: 'must be lower-case letters, digits and hyphens, such as first-visit',
      })
      .meta({
        description:
          'Name of the clock, unique in its set: lower-case letters, digits and hyphens.',
        example: 'first-visit',
      }),
    countsFrom: z.enum(['BIRTH', 'REFERRAL', ...MILESTONES]).meta({
      description: 'Milestone from which the clock counts. Its date is day 0.',
      example: 'CONSENT',
    }),
    amount: z
      .int()
      .min(1)
      .max(1_000)
      .meta({ description: 'Number of units for which the clock runs.', example: 20 }),
    unit: z.enum(['DAYS', 'WORKING_DAYS', 'MONTHS']).meta({
      description: 'Unit of the clock: calendar days, working days or months.',
      example: 'WORKING_DAYS',
    }),
    daysBefore: z.int().min(0).max(366).meta({
      description:
        'Calendar days to subtract from the computed day: with 90, the deadline is 90 days before it.',
      example: 0,
    }),
    awaitedMilestone: z
      .enum(MILESTONES)
      .meta({ description: 'Milestone that meets the deadline.', example: 'SERVICES_STARTED' }),
    alsoMetBy: z
      .array(z.enum(MILESTONES))
      .min(1)
      .max(3)
      .exactOptional()
      .meta({ description: 'Other milestones that also meet the deadline.' }),
    repeats: z.boolean().meta({
      description: 'Whether the clock restarts each time its deadline is met.',
      example: false,
    }),
    earlyDays: z.int().min(1).max(90).exactOptional().meta({
      description:
        'If the awaited milestone is at most this number of days early, a clock that repeats restarts on the due date. By default it restarts on the day of the milestone.',
    }),
    pausable: z.boolean().meta({
      description: 'Whether days of a documented delay are excluded from the count.',
      example: true,
    }),
    warningDays: z.int().min(0).max(366).meta({
      description: 'Number of days before the deadline from which it is at risk.',
      example: 5,
    }),
    waivedUnderDays: z.int().min(1).max(366).exactOptional().meta({
      description:
        'The deadline is not owed if the referral is received fewer than this number of days before the third birthday.',
    }),
    daysAfterLateReferral: z.int().min(1).max(366).exactOptional().meta({
      description:
        'Number of days until the deadline after such a late referral. For LEA_NOTIFICATION, this requires consent to INFORMATION_EXCHANGE.',
    }),
    daysAfterEligibility: z.int().min(1).max(366).exactOptional().meta({
      description:
        'Number of days after ELIGIBILITY on which the deadline falls, if that is later.',
    }),
    earliestMonthsBefore: z.int().min(1).max(36).exactOptional().meta({
      description: 'Earliest date for the milestone, in months before the third birthday.',
    }),
    perIfspService: z.boolean().exactOptional().meta({
      description:
        'Whether each service in the program’s `ifspServices` has its own period, from the consent to its start.',
    }),
    owedUntilExit: z.boolean().exactOptional().meta({
      description:
        'Whether a deadline after the third birthday becomes due on the last day before it.',
    }),
    source: line(200).meta({
      description: 'The legal source of the rule.',
      example: 'Contract §4',
    }),
  })
  .meta({ id: 'Clock' })

export const ClockSet = resourceSchema('ClockSet', {
  id: idOf('clockSet'),
  name: z.string().meta({ description: 'Name of the set.', example: 'Working days' }),
  clocks: z.array(Clock).meta({ description: 'Clocks of the set, with unique names.' }),
  createdAt: z.iso.datetime().meta({
    description: 'When the set was created, in UTC. A set never changes.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type ClockSet = z.infer<typeof ClockSet>

export const CreateClockSet = z
  .strictObject({
    name: line(100).meta({ description: 'Name of the set.' }),
    basedOn: z.enum(['IDEA_PART_C']).exactOptional().meta({
      description:
        'Clock set to start from. The clocks in `clocks` replace those of the same name. By default the new set has only the clocks in `clocks`.',
    }),
    clocks: z
      .array(Clock)
      .min(1)
      .max(20)
      .refine((clocks) => new Set(clocks.map(({ name }) => name)).size === clocks.length, {
        error: 'must have different names',
      })
      .meta({ description: 'Clocks of the set, 1 to 20, with unique names.' }),
  })
  .meta({
    id: 'CreateClockSet',
    example: {
      name: 'Working days',
      clocks: [
        {
          name: 'first-visit',
          countsFrom: 'CONSENT',
          amount: 20,
          unit: 'WORKING_DAYS',
          daysBefore: 0,
          awaitedMilestone: 'SERVICES_STARTED',
          repeats: false,
          pausable: true,
          warningDays: 5,
          source: 'Contract §4',
        },
      ],
    },
  })
export type CreateClockSet = z.infer<typeof CreateClockSet>

export const toClockSet = (row: ClockSetModel): ClockSet => ({
  id: row.id,
  name: row.name,
  clocks: fromJson(ClockSet.shape.clocks, row.clocks),
  createdAt: utc(row.createdAt),
})

export const RECALCULATION_STATUSES = ['RUNNING', 'DONE', 'SUPERSEDED'] as const

export const DeadlineRecalculation = resourceSchema('DeadlineRecalculation', {
  id: idOf('deadlineRecalculation'),
  closureId: idOf('closure').meta({ description: 'The closure that was changed.' }),
  status: z.enum(RECALCULATION_STATUSES).meta({
    description:
      'Status of the recalculation. SUPERSEDED: closures changed again, and a newer recalculation checks all programs.',
    example: 'DONE',
  }),
  programs: z.int().meta({
    description:
      'Number of running programs checked so far. Only programs with a clock in working days are checked.',
    example: 120,
  }),
  moved: z
    .int()
    .meta({ description: 'Number of these programs whose deadlines changed.', example: 7 }),
  finishedAt: z.iso.datetime().nullable().meta({
    description: 'When all programs had been checked, in UTC; null until then.',
    example: '2026-11-21T09:30:02.000Z',
  }),
  ...recordMembers,
})
export type DeadlineRecalculation = z.infer<typeof DeadlineRecalculation>

export const toDeadlineRecalculation = (row: RecalculationModel): DeadlineRecalculation => ({
  id: row.id,
  closureId: row.closureId,
  status: row.status,
  programs: row.programs,
  moved: row.moved,
  finishedAt: utcOrNull(row.finishedAt),
  ...recordOf(row),
})
