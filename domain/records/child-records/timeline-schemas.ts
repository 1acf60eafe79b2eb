import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SubjectType, subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'

export const TIMELINE_KINDS = [
  'APPOINTMENT',
  'STEP',
  'DECISION',
  'EVENT',
  'DEADLINE',
  'CHECK_IN',
  'AGENT',
] as const
type TimelineKind = (typeof TIMELINE_KINDS)[number]

export const TIMELINE_STATUSES = ['SCHEDULED', 'DONE', 'SKIPPED', 'CANCELLED'] as const
type TimelineStatus = (typeof TIMELINE_STATUSES)[number]

export const TimelineEntry = resourceSchema('TimelineEntry', {
  id: naming(ANY_RECORD, z.string()).meta({
    description: 'Unique in the timeline, and stable between reads.',
    example: `${exampleId('followUp')}/reminder-48h`,
  }),
  kind: growing(z.enum(TIMELINE_KINDS)).meta({
    description:
      'APPOINTMENT: an appointment of the child. STEP: a step of a follow-up. DECISION: an action of a person on an appointment or a step. EVENT: an event sent to subscribers. DEADLINE: of an early-intervention program, on the day on which it was met or is due. CHECK_IN: a family’s answer. AGENT: what configured agents did to records of the child, ask about it, or were started by.',
    example: 'STEP',
  }),
  status: z.enum(TIMELINE_STATUSES).meta({
    description: 'Whether it is scheduled, took place, was skipped, or was cancelled.',
    example: 'SKIPPED',
  }),
  occursAt: z.iso.datetime().meta({
    description: 'When it is due or took place, in UTC. The timeline is sorted by it.',
    example: '2026-11-29T09:00:00.000Z',
  }),
  occurredAt: z.iso.datetime().nullable().meta({
    description: 'When it took place, or was known not to, in UTC; null while it is scheduled.',
    example: '2026-11-29T09:00:00.000Z',
  }),
  code: z.string().meta({
    description:
      'Name: of a step, the type of an event, the status of an appointment, the clock of a deadline (with the key of its service), the answer of a family, a decision, or the type of an agent’s step with its node or its action.',
    example: 'reminder-48h',
  }),
  reason: z.string().nullable().meta({
    description: 'Why it was skipped, cancelled or decided, or who was not reached; null for none.',
    example: 'not sent: the child has no legal guardian on record',
  }),
  actionRequired: z.string().nullable().meta({
    description: 'What a person has to do, if anything.',
    example: null,
  }),
  subjectType: SubjectType.meta({ description: 'Kind of record that it is about.' }),
  subjectId: naming(ANY_RECORD, z.string()).meta({
    description: 'Id of the record that it is about.',
    example: exampleId('appointment'),
  }),
  followUpId: idOf('followUp')
    .nullable()
    .meta({ description: 'The follow-up that the step belongs to, if it is one.' }),
  actorId: z.string().nullable().meta({
    description: 'Who decided it: the id of an API key, or the name of a workflow; null otherwise.',
    example: null,
  }),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export interface TimelineRow {
  id: string
  kind: TimelineKind
  status: TimelineStatus
  occursAt: Date
  occurredAt: Date | null
  code: string
  reason: string | null
  actionRequired: string | null
  subjectType: string
  subjectId: string
  followUpId: string | null
  actorId: string | null
}

export const toTimelineEntry = (row: TimelineRow): TimelineEntry => ({
  ...row,
  occursAt: utc(row.occursAt),
  occurredAt: utcOrNull(row.occurredAt),
  subjectType: subjectTypeOf(row.subjectType),
})
