import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import type {
  FreedSlot as FreedSlotModel,
  WaitlistEntry as EntryModel,
  WaitlistOffer as OfferModel,
} from '#prisma/generated/client.ts'
import { WEEKDAYS } from '#organization/schedules/weekly-windows.ts'
import { exampleId, idOf, type Entity } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import {
  calendarDate,
  dateTextOrNull,
  inZone,
  instantText,
  utc,
  utcOrNull,
} from '#platform/core/time/time.ts'
import type { FreeSlot as FreeStart } from './available-now.ts'
import { EntryStatus, OfferStatus } from './rules.ts'

const MOST_SERVICES = 5
const MOST_NAMED = 20

const time = (example: string) =>
  z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'must be a local time such as 14:00' })
    .meta({ example })

const Times = z
  .strictObject({
    startTime: time('14:00').meta({ description: 'Earliest local start time, as HH:MM.' }),
    endTime: time('18:00').meta({
      description: 'Latest local start time, as HH:MM; 24:00 is midnight.',
    }),
  })
  .refine(({ startTime, endTime }) => startTime < endTime, {
    path: ['endTime'],
    error: 'must be after startTime',
    params: because('inverted_range'),
  })

const unique = (values: readonly string[]) => new Set(values).size === values.length
const ids = (entity: Entity, max: number) =>
  z
    .array(idOf(entity))
    .max(max)
    .refine(unique, { error: 'must not contain duplicates', params: because('duplicate') })

const wishes = {
  serviceIds: ids('service', MOST_SERVICES)
    .min(1)
    .meta({ description: 'Services that the family accepts.', example: [exampleId('service')] }),
  providerIds: ids('provider', MOST_NAMED).meta({
    description: 'Providers that the family accepts. Empty for all who perform the service.',
    example: [exampleId('provider')],
  }),
  locationIds: ids('location', MOST_NAMED).meta({
    description: 'Locations that the family accepts. Empty for all.',
    example: [],
  }),
  weekdays: z
    .array(z.enum(WEEKDAYS))
    .max(7)
    .refine(unique, { error: 'must not contain duplicates', params: because('duplicate') })
    .meta({
      description: 'Weekdays that the family accepts. Empty for all.',
      example: ['TUESDAY', 'THURSDAY'],
    }),
  times: z
    .array(Times)
    .max(7)
    .meta({
      description:
        'Local times, at the location, between which the appointment can begin. Empty for any time.',
      example: [{ startTime: '14:00', endTime: '18:00' }],
    }),
  startsOn: calendarDate().nullable().meta({
    description: 'First suitable date, as YYYY-MM-DD; null for as soon as possible.',
    example: '2026-12-01',
  }),
  endsOn: calendarDate()
    .nullable()
    .meta({ description: 'Last suitable date, inclusive.', example: null }),
  priority: z.int().min(0).max(9).meta({
    description: 'Priority of the entry. Entries with a higher priority are offered slots first.',
    example: 5,
  }),
}

export const WaitlistEntry = resourceSchema('WaitlistEntry', {
  id: idOf('waitlistEntry'),
  status: z.enum(EntryStatus).meta({
    description:
      'WAITING; OFFERED while a slot is held for the entry; then BOOKED, or WAITING again if the offer was declined or expired, or if the centre cancels, declines or does not confirm the booking.',
  }),
  childId: idOf('child'),
  ...wishes,
  ...recordMembers,
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

export const CreateWaitlistEntry = z
  .strictObject({
    childId: idOf('child'),
    serviceIds: wishes.serviceIds,
    providerIds: wishes.providerIds.default([]),
    locationIds: wishes.locationIds.default([]),
    weekdays: wishes.weekdays.default([]),
    times: wishes.times.default([]),
    startsOn: wishes.startsOn.default(null),
    endsOn: wishes.endsOn.default(null),
    priority: wishes.priority.default(0),
    offerImmediately: z.boolean().default(false).meta({
      description:
        'Also offers the first slot that is already free in the same way as a freed slot: by priority, fit and time on the waitlist.',
    }),
  })
  .meta({
    id: 'CreateWaitlistEntry',
    example: {
      childId: exampleId('child'),
      serviceIds: [exampleId('service')],
      weekdays: ['TUESDAY', 'THURSDAY'],
      times: [{ startTime: '14:00', endTime: '18:00' }],
    },
  })
export type CreateWaitlistEntry = z.infer<typeof CreateWaitlistEntry>

const FreeSlot = z.strictObject({
  serviceId: idOf('service'),
  providerId: idOf('provider'),
  locationId: idOf('location'),
  startsAt: instantText.meta({
    description: 'Earliest start, with the offset of the location.',
    example: '2026-12-01T10:00:00+01:00',
  }),
})

export const CreatedWaitlistEntry = WaitlistEntry.extend({
  availableNow: z.array(FreeSlot).meta({
    description: 'The first five suitable start times that can be booked in the next 31 days.',
    example: [],
  }),
}).meta({ id: 'CreatedWaitlistEntry' })
export type CreatedWaitlistEntry = z.infer<typeof CreatedWaitlistEntry>

export const toFreeSlot = ({
  serviceId,
  providerId,
  locationId,
  startsAt,
  timeZone,
}: FreeStart) => ({
  serviceId,
  providerId,
  locationId,
  startsAt: inZone(startsAt, timeZone),
})

export const PatchWaitlistEntry = z
  .strictObject({
    serviceIds: wishes.serviceIds.exactOptional(),
    providerIds: wishes.providerIds.exactOptional(),
    locationIds: wishes.locationIds.exactOptional(),
    weekdays: wishes.weekdays.exactOptional(),
    times: wishes.times.exactOptional(),
    startsOn: wishes.startsOn.exactOptional(),
    endsOn: wishes.endsOn.exactOptional(),
    priority: wishes.priority.exactOptional(),
  })
  .meta({ id: 'PatchWaitlistEntry', example: { weekdays: ['FRIDAY'], priority: 7 } })
export type PatchWaitlistEntry = z.infer<typeof PatchWaitlistEntry>

export const WaitlistOffer = resourceSchema('WaitlistOffer', {
  id: idOf('waitlistOffer'),
  status: z.enum(OfferStatus).meta({
    description: 'WITHDRAWN: the entry was cancelled while the offer was open.',
  }),
  entryId: idOf('waitlistEntry'),
  childId: idOf('child'),
  holdId: idOf('hold').meta({ description: 'Hold that reserves the slot for the family.' }),
  appointmentId: idOf('appointment').meta({
    description:
      'Appointment for the offered slot. Its status is HELD until the offer is accepted.',
  }),
  providerId: idOf('provider'),
  locationId: idOf('location'),
  startsAt: instantText.meta({
    description: 'When the offered slot begins, with the offset of its location.',
    example: '2026-12-01T10:00:00+01:00',
  }),
  expiresAt: z.iso.datetime().meta({
    description: 'Time until which the family can answer, in UTC.',
    example: '2026-11-21T11:30:00.000Z',
  }),
  decidedAt: z.iso.datetime().nullable().meta({
    description: 'When the offer was answered or ended, in UTC; null until then.',
    example: null,
  }),
  freedSlotId: idOf('freedSlot').meta({
    description:
      'The freed slot. To see all its offers and the next steps, use `GET /v1/follow-ups?subjectId=`.',
  }),
  ...recordMembers,
})
export type WaitlistOffer = z.infer<typeof WaitlistOffer>

export const toWaitlistEntry = (row: EntryModel): WaitlistEntry => ({
  id: row.id,
  status: row.status as EntryStatus,
  childId: row.childId,
  serviceIds: row.serviceIds,
  providerIds: row.providerIds,
  locationIds: row.locationIds,
  weekdays: row.weekdays as WaitlistEntry['weekdays'],
  times: fromJson(WaitlistEntry.shape.times, row.times),
  startsOn: dateTextOrNull(row.startsOn),
  endsOn: dateTextOrNull(row.endsOn),
  priority: row.priority,
  ...recordOf(row),
})

export type OfferRow = OfferModel & {
  entry: EntryModel
  freedSlot: FreedSlotModel
  appointment: { holdId: string | null }
}

export const toWaitlistOffer = (row: OfferRow): WaitlistOffer => ({
  id: row.id,
  status: row.status as OfferStatus,
  entryId: row.entryId,
  childId: row.entry.childId,
  holdId: row.appointment.holdId!,
  appointmentId: row.appointmentId,
  providerId: row.freedSlot.providerId,
  locationId: row.freedSlot.locationId,
  startsAt: inZone(row.freedSlot.startsAt, row.freedSlot.timeZone),
  expiresAt: utc(row.expiresAt),
  decidedAt: utcOrNull(row.decidedAt),
  freedSlotId: row.freedSlotId,
  ...recordOf(row),
})
