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
    description: 'ID of the entry, unique in the timeline and stable between requests.',
    example: `${exampleId('followUp')}/reminder-48h`,
  }),
  kind: growing(z.enum(TIMELINE_KINDS)).meta({
    description:
      'APPOINTMENT: an appointment of the child. STEP: a follow-up step. DECISION: an action of a person on an appointment or a step. EVENT: an event sent to subscribers. DEADLINE: a deadline of an early-intervention program, on the day on which it was met or is due. CHECK_IN: an answer of the family. AGENT: what agents did to records of the child, requested about the child, or were started by.',
    example: 'STEP',
  }),
  status: z.enum(TIMELINE_STATUSES).meta({
    description: 'Whether the entry is scheduled, took place, was skipped, or was cancelled.',
    example: 'SKIPPED',
  }),
  occursAt: z.iso.datetime().meta({
    description: 'When the entry is due or took place, in UTC. The timeline is sorted by it.',
    example: '2026-11-29T09:00:00.000Z',
  }),
  occurredAt: z.iso.datetime().nullable().meta({
    description:
      'When the entry took place, or was known not to, in UTC; null while it is scheduled.',
    example: '2026-11-29T09:00:00.000Z',
  }),
  code: z.string().meta({
    description:
      'Name of the entry: of a step, the type of an event, the status of an appointment, the clock of a deadline (with the key of its service), the answer of a family, a decision, or the type of an agent’s step with its node or action.',
    example: 'reminder-48h',
  }),
  reason: z.string().nullable().meta({
    description:
      'Reason why the entry was skipped, cancelled or decided, or who was not reached; null if there is none.',
    example: 'not sent: the child has no legal guardian on record',
  }),
  actionRequired: z.string().nullable().meta({
    description: 'Action required of a person; null if there is none.',
    example: null,
  }),
  subjectType: SubjectType.meta({ description: 'Kind of record.' }),
  subjectId: naming(ANY_RECORD, z.string()).meta({
    description: 'ID of the record.',
    example: exampleId('appointment'),
  }),
  followUpId: idOf('followUp')
    .nullable()
    .meta({ description: 'Follow-up to which the step belongs; null if the entry is not a step.' }),
  actorId: z.string().nullable().meta({
    description: 'Who decided: the ID of an API key, or the name of a workflow; otherwise null.',
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
