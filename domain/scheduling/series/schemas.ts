import { z } from 'zod'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import type {
  Series as SeriesModel,
  SeriesOccurrence as OccurrenceModel,
} from '#prisma/generated/client.ts'
import { CreateAppointment } from '../appointments/schemas.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { AppointmentStatus } from '../slots/appointment-status.ts'
import { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import { MessageOutlook } from '#messaging/messages/outlook-schemas.ts'
import { ScheduledStep } from '#messaging/follow-ups/schemas.ts'
import { CancellationInitiator } from '../appointments/schemas.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import {
  calendarDate,
  dateText,
  inZone,
  instantText,
  utcOrNull,
  timeZone,
} from '#platform/core/time/time.ts'
import { MAX_OCCURRENCES, MAX_YEARS, SCOPES } from './rules.ts'

export const SeriesStatus = ['PROCESSING', 'READY'] as const
/** Whether occurrences are appointments of one child, or groups that children join. */
export const SeriesKind = ['APPOINTMENT', 'GROUP'] as const
export const OccurrenceStatus = ['PENDING', 'BOOKED', 'CONFLICT', 'SKIPPED', 'CANCELLED'] as const
export const OccurrenceAction = ['BOOK', 'RESCHEDULE', 'UPDATE', 'CONFIRM', 'CANCEL'] as const

const members = {
  startsOn: calendarDate().meta({
    description:
      'First day of the rule. The first occurrence is on this day, or on the next day that matches the rule.',
    example: '2026-12-01',
  }),
  startTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a local time such as 10:00' })
    .meta({
      description:
        'Local start time in the series’ time zone. It does not shift with daylight saving time. If the clocks skip this time on a date, the occurrence is SKIPPED with the code `local_time_skipped`; if the time occurs twice, the first is used.',
      example: '10:00',
    }),
  rule: z
    .string()
    .min(1)
    .max(200)
    .meta({
      description: `Recurrence rule of RFC 5545: FREQ=WEEKLY with INTERVAL, BYDAY, WKST, and COUNT or UNTIL (the last day, as in 20270415). At most ${MAX_OCCURRENCES} occurrences within ${MAX_YEARS} years.`,
      example: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=52',
    }),
  timeZone: timeZone().meta({
    description: "Time zone of the local times. Defaults to the location's.",
    example: 'Europe/Berlin',
  }),
}

const count = z.int().min(0).meta({ example: 0 })
const Progress = z.strictObject({
  total: count.meta({ description: 'Number of occurrences of the rule.', example: 52 }),
  pending: count.meta({ description: 'Occurrences that are not yet processed.' }),
  booked: count.meta({ description: 'Occurrences with an appointment.', example: 50 }),
  conflicts: count.meta({ description: 'Occurrences whose time is already taken.', example: 1 }),
  skipped: count.meta({ description: 'Occurrences that were skipped.', example: 1 }),
  cancelled: count.meta({ description: 'Occurrences that were cancelled.' }),
})
export type Progress = z.infer<typeof Progress>

/** What each occurrence books, in addition to the provider. */
const booking = {
  serviceId: idOf('service')
    .nullable()
    .meta({ description: 'Service that is booked; null if the series has only a type.' }),
  locationId: idOf('location'),
  roomId: idOf('room').nullable().meta({ description: 'Room to book; null if there is none.' }),
  durationMinutes: z.int().nullable().meta({
    description: 'Length of each appointment in minutes; null to use the service’s length.',
    example: 45,
  }),
  notes: z.string().nullable().meta({
    description: 'Information for everybody who meets the family; null if there is none.',
    example: null,
  }),
}

export const Series = resourceSchema('Series', {
  id: idOf('series'),
  kind: z.enum(SeriesKind).meta({ description: 'Whether occurrences are appointments or groups.' }),
  childId: idOf('child').nullable().meta({
    description: 'Child of the series; null for a series of groups, which children join.',
  }),
  providerId: idOf('provider'),
  type: z.enum(AppointmentType).meta({ description: 'Type of the appointments.' }),
  ...booking,
  timeZone: z
    .string()
    .meta({ description: 'Time zone of the local times.', example: 'Europe/Berlin' }),
  startsOn: members.startsOn,
  startTime: members.startTime,
  rule: members.rule,
  status: z.enum(SeriesStatus).meta({
    description: 'PROCESSING while occurrences remain to be booked, moved or cancelled.',
  }),
  revision: z.int().min(1).meta({
    description:
      'Number of changes; 1 is the creation. The `change` of an occurrence is its last one.',
    example: 1,
  }),
  cancelledAt: z.iso.datetime().nullable().meta({
    description: 'When the whole series was cancelled, in UTC; null if it was not.',
    example: null,
  }),
  progress: Progress.meta({ description: 'Number of occurrences by result.' }),
  ...recordMembers,
})
export type Series = z.infer<typeof Series>

const Result = z.strictObject({
  action: z.enum(OccurrenceAction).meta({ description: 'Kind of work to do.' }),
  outcome: z
    .enum(['DONE', 'CONFLICT', 'SKIPPED'])
    .meta({ description: 'Whether the work was done.' }),
  code: z.string().nullable().meta({
    description: 'Error code, the same as for an operation on an appointment.',
    example: null,
  }),
  detail: z
    .string()
    .nullable()
    .meta({ description: 'Description of the error; null if the work was done.', example: null }),
  alternatives: z
    .array(instantText)
    .meta({ description: 'Free starts nearby, nearest first.', example: [] }),
})
export type OccurrenceResult = z.infer<typeof Result>

const GROUP = {
  description: 'Group appointment of the occurrence; null if there is none.',
  example: null,
}

export const SeriesOccurrence = resourceSchema('SeriesOccurrence', {
  id: idOf('seriesOccurrence'),
  seriesId: idOf('series'),
  number: z
    .int()
    .min(1)
    .meta({ description: 'Number of the occurrence, counted from 1.', example: 1 }),
  occursOn: calendarDate().meta({
    description: 'Local date on which the occurrence should take place.',
    example: '2026-12-01',
  }),
  startTime: members.startTime,
  startsAt: instantText.nullable().meta({
    description: 'Current start of its appointment or, if there is none, the planned start.',
    example: '2026-12-01T10:00:00+01:00',
  }),
  providerId: idOf('provider'),
  ...booking,
  status: z.enum(OccurrenceStatus).meta({ description: 'Result for the occurrence.' }),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({
      description: 'Appointment of the occurrence; null if there is none.',
      example: exampleId('appointment'),
    }),
  groupId: idOf('groupAppointment').nullable().meta(GROUP),
  appointmentStatus: z
    .enum(AppointmentStatus)
    .nullable()
    .meta({ description: 'Status of the appointment or group; null if there is none.' }),
  pending: z
    .enum(OccurrenceAction)
    .nullable()
    .meta({ description: 'Kind of work that is not yet done.', example: null }),
  revision: z
    .int()
    .min(1)
    .meta({ description: 'Number of the last change that affected the occurrence.', example: 1 }),
  result: Result.nullable().meta({
    description: 'Result of the change.',
    example: { action: 'BOOK', outcome: 'DONE', code: null, detail: null, alternatives: [] },
  }),
  ...recordMembers,
})
export type SeriesOccurrence = z.infer<typeof SeriesOccurrence>

export const CreateSeries = z
  .strictObject({
    kind: z.enum(SeriesKind).exactOptional().meta({
      description:
        'GROUP for a series of group appointments, which requires a service with a capacity of more than 1. Defaults to APPOINTMENT.',
    }),
    childId: idOf('child')
      .exactOptional()
      .meta({ description: 'Child of the appointments. Required unless kind is GROUP.' }),
    providerId: idOf('provider'),
    serviceId: CreateAppointment.shape.serviceId.meta({
      description:
        'Service to book. It determines the type, length, buffers and price. Required unless `type` is sent.',
    }),
    type: CreateAppointment.shape.type,
    locationId: idOf('location').exactOptional().meta({
      description: 'Location of the appointments. Defaults to the provider’s first location.',
    }),
    roomId: idOf('room').exactOptional().meta({ description: 'Room to book for each occurrence.' }),
    durationMinutes: z.int().min(5).max(1440).exactOptional().meta({
      description: 'Length of each appointment in minutes. Defaults to the service’s length.',
    }),
    notes: prose(4000).exactOptional().meta({
      description: 'Information for everybody who meets the family, up to 4,000 characters.',
    }),
    timeZone: members.timeZone.exactOptional(),
    startsOn: members.startsOn,
    startTime: members.startTime,
    rule: members.rule,
  })
  .meta({
    id: 'CreateSeries',
    example: {
      childId: exampleId('child'),
      providerId: exampleId('provider'),
      serviceId: exampleId('service'),
      startsOn: '2026-12-01',
      startTime: '10:00',
      rule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=52',
    },
  })
export type CreateSeries = z.infer<typeof CreateSeries>

const scope = {
  scope: z.enum(SCOPES).meta({
    description:
      'Occurrences to change: this one, this and all following ones, or all. Only future occurrences change.',
    example: 'FOLLOWING',
  }),
  occurrenceId: idOf('seriesOccurrence')
    .exactOptional()
    .meta({
      description: 'The occurrence. Required unless scope is `ALL`, which does not allow it.',
      example: exampleId('seriesOccurrence'),
    }),
}

export const EditSeries = z
  .strictObject({
    ...scope,
    occursOn: calendarDate().exactOptional().meta({
      description: 'New date of the occurrence. Allowed only with scope `THIS`.',
      example: '2026-12-02',
    }),
    startTime: members.startTime.exactOptional(),
    providerId: idOf('provider').exactOptional(),
    locationId: idOf('location').exactOptional().meta({
      description:
        'New location. The provider must work there. The local times stay in the time zone of the series.',
    }),
    roomId: idOf('room').nullable().exactOptional().meta({
      description:
        'New room; null for none. Defaults to the current room; at another location, a suitable room is chosen if the service requires one.',
    }),
    serviceId: idOf('service').exactOptional().meta({
      description:
        'New service. Its price and buffers apply, and so does its length, unless the series has its own length.',
    }),
    durationMinutes: z.int().min(5).max(1440).nullable().exactOptional().meta({
      description: 'New length in minutes; null to use the service’s length.',
      example: 60,
    }),
    notes: prose(4000).nullable().exactOptional().meta({
      description:
        'Information for everybody who meets the family, up to 4,000 characters; null removes it.',
    }),
    rule: members.rule.exactOptional().meta({
      description:
        'New rule, from the first occurrence in scope on. Not allowed with scope `THIS`. Occurrences keep their order; surplus occurrences are cancelled and missing ones are booked.',
      example: 'FREQ=WEEKLY;BYDAY=WE;COUNT=20',
    }),
  })
  .meta({ id: 'EditSeries', example: { scope: 'ALL', startTime: '15:00' } })
export type EditSeries = z.infer<typeof EditSeries>

export const CancelSeries = z
  .strictObject({
    ...scope,
    initiator: z
      .enum(CancellationInitiator)
      .meta({ description: 'Who cancels the appointments. If a client cancels, fees may be due.' }),
    reason: line(500).meta({ description: 'Reason, in words.' }),
  })
  .meta({
    id: 'CancelSeries',
    example: { scope: 'ALL', initiator: 'CLIENT', reason: 'The family is moving' },
  })
export type CancelSeries = z.infer<typeof CancelSeries>

export const ConfirmSeries = z
  .strictObject(scope)
  .meta({ id: 'ConfirmSeries', example: { scope: 'ALL' } })
export type ConfirmSeries = z.infer<typeof ConfirmSeries>

const Money = z.strictObject({
  currency: z.string().meta({ description: 'Currency as an ISO 4217 code.' }),
  amount: z.int().meta({ description: 'Amount in minor units of the currency.' }),
})

const OccurrenceOutcome = z.strictObject({
  occurrenceId: idOf('seriesOccurrence')
    .nullable()
    .meta({ description: 'The occurrence; null if the change would add it.' }),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({ description: 'Appointment of the occurrence; null if it does not have one yet.' }),
  groupId: idOf('groupAppointment').nullable().meta(GROUP),
  startsAt: instantText.nullable().meta({
    description:
      'When the occurrence would begin, or was due to begin, with the offset of its location.',
    example: '2026-12-01T10:00:00+01:00',
  }),
  result: Result.meta({ description: 'Planned action, or the reason why there is none.' }),
  fee: AppointmentFee.nullable().meta({
    description: 'Fee for cancelling the occurrence; null if there is none.',
  }),
  price: Money.nullable().meta({
    description:
      'Price if the occurrence takes place, per place for a group; null if there is no price or the occurrence cannot be booked.',
  }),
  followUpsStopped: z.array(ScheduledStep).meta({
    description:
      'Steps that will no longer happen, such as reminders. Not listed for places in a group.',
  }),
  messages: z.array(MessageOutlook).meta({
    description:
      'Who is told of the change, when, and who is not and why. Each person gets one e-mail for all occurrences. Not listed for new dates and for places in a group.',
    example: [],
  }),
})
export type OccurrenceOutcome = z.infer<typeof OccurrenceOutcome>

const sums = (description: string) => z.array(Money).meta({ description, example: [] })
export type Sums = z.infer<ReturnType<typeof sums>>

/** The result or, with `dryRun`, a preview of it. */
export const BookedSeries = outcomeSchema('BookedSeries', Series, {
  id: Series.shape.id.nullable().meta({ description: 'ID of the record; null for a dry run.' }),
  occurrences: z.array(OccurrenceOutcome).meta({
    description:
      'With dryRun=true: the result for each occurrence, in order. If an occurrence cannot be booked, the result gives the reason and the free start times.',
    example: [],
  }),
  prices: sums(
    'With dryRun=true: total price of all appointments that can be booked; 0 for groups, because children join later.',
  ),
})
export type BookedSeries = z.infer<typeof BookedSeries>

export const SeriesOutcome = outcomeSchema('SeriesOutcome', Series, {
  occurrences: z.array(OccurrenceOutcome).meta({
    description:
      'With dryRun=true: each occurrence that would be booked, changed or cancelled, in order. The series itself is shown unchanged.',
    example: [],
  }),
  fees: sums('With dryRun=true: the total of all fees.'),
})
export type SeriesOutcome = z.infer<typeof SeriesOutcome>

/** A series without a child consists of groups. */
export const kindOf = ({ childId }: { childId: string | null }): Series['kind'] =>
  childId === null ? 'GROUP' : 'APPOINTMENT'

/** The ids of an occurrence's booking. */
export const bookedAs = (kind: Series['kind'], id: string | null) => ({
  appointmentId: kind === 'APPOINTMENT' ? id : null,
  groupId: kind === 'GROUP' ? id : null,
})

export const toSeries = (row: SeriesModel, progress: Progress): Series => ({
  id: row.id,
  kind: kindOf(row),
  childId: row.childId,
  providerId: row.providerId,
  type: row.type,
  serviceId: row.serviceId,
  locationId: row.locationId,
  roomId: row.roomId,
  durationMinutes: row.durationMinutes,
  notes: row.notes,
  timeZone: row.timeZone,
  startsOn: dateText(row.startsOn),
  startTime: row.startTime,
  rule: row.rule,
  status: row.status as Series['status'],
  revision: row.revision,
  cancelledAt: utcOrNull(row.cancelledAt),
  progress,
  ...recordOf(row),
})

/** Statuses in which an occurrence no longer takes place. */
export const GONE = ['CANCELLED', 'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR'] as const

export type OccurrenceRow = OccurrenceModel & {
  series: { timeZone: string; childId: string | null }
  appointment: { status: AppointmentStatus; startsAt: Date; timeZone: string } | null
}

export const toOccurrence = (row: OccurrenceRow): SeriesOccurrence => {
  const { appointment } = row
  const startsAt = appointment?.startsAt ?? row.startsAt
  const gone = appointment && (GONE as readonly string[]).includes(appointment.status)
  return {
    id: row.id,
    seriesId: row.seriesId,
    number: row.number,
    occursOn: dateText(row.occursOn),
    startTime: row.startTime,
    startsAt: startsAt && inZone(startsAt, appointment?.timeZone ?? row.series.timeZone),
    providerId: row.providerId,
    serviceId: row.serviceId,
    locationId: row.locationId,
    roomId: row.roomId,
    durationMinutes: row.durationMinutes,
    notes: row.notes,
    status: gone ? 'CANCELLED' : (row.status as SeriesOccurrence['status']),
    ...bookedAs(kindOf(row.series), row.appointmentId),
    appointmentStatus: appointment?.status ?? null,
    pending: row.pending as SeriesOccurrence['pending'],
    revision: row.revision,
    result: fromJson(SeriesOccurrence.shape.result, row.result),
    ...recordOf(row),
  }
}
