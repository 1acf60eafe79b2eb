import { z } from 'zod'
import type {
  Discharge as DischargeModel,
  DischargeItem as DischargeItemModel,
} from '#prisma/generated/client.ts'
import { MessageOutlook } from '#messaging/messages/outlook-schemas.ts'
import { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { calendarDate, dateText, utc, utcOrNull } from '#platform/core/time/time.ts'
import { CancellationLine } from '#scheduling/cancellations/cancellation-line.ts'
import {
  BEGIN_AGAIN,
  CREDIT_CHOICES,
  DISCHARGE_REASONS,
  DISCHARGE_STATUSES,
  ITEM_KINDS,
  ITEM_RESULTS,
  type ItemKind,
} from './rules.ts'

const members = {
  reason: growing(z.enum(DISCHARGE_REASONS)).meta({ description: 'Why the child leaves.' }),
  note: prose(2000).nullable().meta({
    description: 'The reason in words, up to 2,000 characters; null if there are none.',
    example: 'All goals are reached; the parents know the exercises.',
  }),
  effectiveOn: calendarDate().meta({
    description: 'Last day of care, as YYYY-MM-DD, in the centre’s time zone.',
    example: '2026-12-18',
  }),
  credit: z.enum(CREDIT_CHOICES).meta({
    description:
      'What happens to the family’s credit. KEEP: it stays. REFUND_REQUESTED: a task asks the billers to pay it out. A discharge itself moves no money.',
  }),
}

const count = (description: string, example = 0) => z.int().min(0).meta({ description, example })

const Progress = z.strictObject({
  total: count('Number of items.', 12),
  pending: count('Items that are not settled yet.'),
  ended: count('Items that were ended.', 11),
  notNeeded: count('Items that had ended in another way.'),
  refused: count('Items that could not be ended; each names the reason.'),
  kept: count('Items that stay with the family, such as credit.', 1),
})
export type Progress = z.infer<typeof Progress>

export const Discharge = resourceSchema('Discharge', {
  id: idOf('discharge'),
  childId: idOf('child'),
  ...members,
  endsAt: z.iso.datetime().meta({
    description:
      'When care ends, in UTC. Appointments that begin earlier stay. Until then the program, the authorizations and the forms stay open.',
    example: '2026-12-18T23:00:00.000Z',
  }),
  status: z.enum(DISCHARGE_STATUSES).meta({
    description:
      'ENDING: items are being ended, or wait for the end of care. ENDED: each item is settled. READMITTED: the child is in care again.',
  }),
  progress: Progress.meta({ description: 'Number of items by result.' }),
  summaryTaskId: idOf('task').nullable().meta({
    description: 'Task to write the discharge summary; null if none was asked for.',
    example: null,
  }),
  dischargedBy: z.string().meta({
    description: 'ID of the user or API key that discharged the child.',
    example: exampleId('apiKey'),
  }),
  endedAt: z.iso.datetime().nullable().meta({
    description: 'When the last item was settled, in UTC; null while items are pending.',
    example: null,
  }),
  readmittedAt: z.iso.datetime().nullable().meta({
    description: 'When the child was readmitted, in UTC; null if that has not happened.',
    example: null,
  }),
  readmittedBy: z.string().nullable().meta({
    description: 'ID of the user or API key that readmitted the child; null if nobody has.',
    example: null,
  }),
  readmitReason: z.string().nullable().meta({
    description: 'Why the child was readmitted; null if that has not happened.',
    example: null,
  }),
  ...recordMembers,
})
export type Discharge = z.infer<typeof Discharge>

const Left = z
  .strictObject({
    unit: z.enum(['SESSIONS', 'UNITS', 'MINOR_UNITS']).meta({
      description: 'What is counted. MINOR_UNITS: money in minor units of `currency`.',
      example: 'SESSIONS',
    }),
    amount: z.int().meta({ description: 'What is left.', example: 4 }),
    currency: z.string().nullable().meta({
      description: 'Currency as an ISO 4217 code; null for sessions and units.',
      example: null,
    }),
  })
  .meta({ id: 'DischargeItemLeft' })

/** What is known about an item besides its record. */
export const ItemFacts = z.strictObject({
  startsAt: z.string().nullable(),
  left: Left.nullable(),
  fee: AppointmentFee.nullable(),
  consequences: z.array(CancellationLine),
})
export type ItemFacts = z.infer<typeof ItemFacts>

export const NO_FACTS: ItemFacts = { startsAt: null, left: null, fee: null, consequences: [] }

export const DischargeItem = resourceSchema('DischargeItem', {
  id: idOf('dischargeItem'),
  dischargeId: idOf('discharge'),
  number: z
    .int()
    .min(1)
    .meta({ description: 'Place in the order in which items end.', example: 1 }),
  kind: growing(z.enum(ITEM_KINDS)).meta({
    description: 'Kind of record.',
    example: 'APPOINTMENT',
  }),
  recordId: naming(ANY_RECORD, z.string()).meta({
    description: 'ID of the record.',
    example: exampleId('appointment'),
  }),
  result: z.enum(ITEM_RESULTS).meta({
    description:
      'PENDING: not settled yet. ENDED: the discharge ended it. NOT_NEEDED: it had ended already, or the child was readmitted first. REFUSED: see `code` and `detail`. KEPT: it stays with the family.',
    example: 'ENDED',
  }),
  code: z.string().nullable().meta({
    description: 'Stable code of the reason, as in errors; null if there is none.',
    example: null,
  }),
  detail: z.string().nullable().meta({
    description: 'The reason in words; null if there is none.',
    example: null,
  }),
  dueAt: z.iso.datetime().meta({
    description: 'When it ends, in UTC: at once, or with the child’s care.',
    example: '2026-12-18T23:00:00.000Z',
  }),
  startsAt: z.iso.datetime().nullable().meta({
    description: 'When the appointment begins, in UTC; null for other kinds.',
    example: '2026-12-21T09:00:00.000Z',
  }),
  fee: AppointmentFee.nullable().meta({
    description: 'Decision about a fee for the cancelled appointment; null if there is none.',
    example: null,
  }),
  consequences: z.array(CancellationLine).meta({
    description: 'What happens to money that was paid for the cancelled appointment, with amounts.',
    example: [],
  }),
  left: Left.nullable().meta({
    description: 'What is left of an authorization, a package or a credit; null for other kinds.',
    example: null,
  }),
  beginAgain: z.string().nullable().meta({
    description:
      'Operation that begins it again once the child is readmitted; null if nothing has to begin again.',
    example: 'POST /v1/appointments',
  }),
  ...recordMembers,
})
export type DischargeItem = z.infer<typeof DischargeItem>

const StoppedStep = z
  .strictObject({
    subjectId: naming(ANY_RECORD, z.string()).meta({
      description: 'ID of the record that the step follows.',
      example: exampleId('appointment'),
    }),
    step: z.string().meta({ description: 'Name of the step.', example: 'reminder-48h' }),
    dueAt: z.iso
      .datetime()
      .meta({ description: 'When it would happen, in UTC.', example: '2026-12-19T09:00:00.000Z' }),
  })
  .meta({ id: 'StoppedStep' })

const AgentOfEvent = z
  .strictObject({
    agentId: idOf('agent'),
    name: z.string().meta({ description: 'Name of the agent.', example: 'Fill freed slots' }),
    eventType: z
      .string()
      .meta({ description: 'Event that starts it.', example: 'booking.cancelled' }),
  })
  .meta({ id: 'AgentOfEvent' })

const OutcomeItem = DischargeItem.extend({
  id: idOf('dischargeItem').nullable().meta({ description: 'ID of the item; null for a dry run.' }),
  dischargeId: idOf('discharge')
    .nullable()
    .meta({ description: 'ID of the discharge; null for a dry run.' }),
}).meta({ id: 'DischargeOutcomeItem' })

/** A discharge or a readmission with all items; with dryRun, as they would end. */
export const DischargeOutcome = outcomeSchema('DischargeOutcome', Discharge, {
  id: idOf('discharge').nullable().meta({ description: 'ID of the record; null for a dry run.' }),
  items: z.array(OutcomeItem).meta({
    description:
      'Everything that the child has ahead, in the order in which it ends. With dryRun=true each item has the result that it would have now.',
    example: [],
  }),
  messages: z.array(MessageOutlook).meta({
    description:
      'With dryRun=true: who is told of cancelled appointments, when, and who is not and why. Each person gets one message for all of them.',
    example: [],
  }),
  followUpsStopped: z.array(StoppedStep).meta({
    description: 'With dryRun=true: steps that will not happen, such as reminders and check-ins.',
    example: [],
  }),
  agents: z.array(AgentOfEvent).meta({
    description: 'With dryRun=true: active agents that start with one of the events.',
    example: [],
  }),
})
export type DischargeOutcome = z.infer<typeof DischargeOutcome>

export const DischargeChild = z
  .strictObject({
    reason: z.enum(DISCHARGE_REASONS).meta({ description: 'Why the child leaves.' }),
    note: members.note.default(null),
    effectiveOn: members.effectiveOn.exactOptional().meta({
      description:
        'Last day of care, as YYYY-MM-DD, in the centre’s time zone: appointments up to and including this day stay. If omitted, care ends at once.',
      example: '2026-12-18',
    }),
    credit: members.credit.default('KEEP'),
    summary: z.boolean().default(true).meta({
      description:
        'Whether a task asks the child’s provider for a discharge summary. Without a provider, it goes to the supervisors.',
    }),
  })
  .meta({
    id: 'DischargeChild',
    example: { reason: 'GOALS_MET', effectiveOn: '2026-12-18' },
  })
export type DischargeChild = z.infer<typeof DischargeChild>

export const ReadmitChild = z
  .strictObject({
    reason: line(500).meta({ description: 'Why the child comes back, in words.' }),
  })
  .meta({ id: 'ReadmitChild', example: { reason: 'The family has moved back' } })
export type ReadmitChild = z.infer<typeof ReadmitChild>

export const toDischarge = (row: DischargeModel, progress: Progress): Discharge => ({
  id: row.id,
  childId: row.childId,
  reason: row.reason as Discharge['reason'],
  note: row.note,
  effectiveOn: dateText(row.effectiveOn),
  credit: row.credit as Discharge['credit'],
  endsAt: utc(row.endsAt),
  status: row.status as Discharge['status'],
  progress,
  summaryTaskId: row.summaryTaskId,
  dischargedBy: row.dischargedBy,
  endedAt: utcOrNull(row.endedAt),
  readmittedAt: utcOrNull(row.readmittedAt),
  readmittedBy: row.readmittedBy,
  readmitReason: row.readmitReason,
  ...recordOf(row),
})

export const toDischargeItem = (row: DischargeItemModel): DischargeItem => ({
  id: row.id,
  dischargeId: row.dischargeId,
  number: row.number,
  kind: row.kind as DischargeItem['kind'],
  recordId: row.recordId,
  result: row.result as DischargeItem['result'],
  code: row.code,
  detail: row.detail,
  dueAt: utc(row.dueAt),
  ...fromJson(ItemFacts, row.facts),
  beginAgain: BEGIN_AGAIN[row.kind as ItemKind],
  ...recordOf(row),
})
