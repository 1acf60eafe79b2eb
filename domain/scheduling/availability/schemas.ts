import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import { commaSeparated } from '#platform/core/schemas/comma-separated.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { instant, instantText, timeZone } from '#platform/core/time/time.ts'
import { instantRange, pageMembers } from '#platform/core/lists/paging.ts'
import { texts } from '#platform/core/schemas/texts.ts'
import { BLOCK_CODES, type BlockCode } from './rules.ts'

/** Maximum number of days per call. */
const MOST_DAYS = 62
const MOST_SERVICES = 5

/** Refuses a range that is inverted or longer than the maximum. */
export const checkRange =
  (mostDays: number) =>
  (context: {
    value: { 'startsAt[gte]'?: unknown; 'startsAt[lt]'?: unknown }
    issues: z.core.$ZodRawIssue[]
  }) => {
    const { 'startsAt[gte]': from, 'startsAt[lt]': until } = context.value
    // An invalid instant has already been refused.
    if (!(from instanceof Date) || !(until instanceof Date)) return
    const days = (until.getTime() - from.getTime()) / 86_400_000
    if (days > 0 && days <= mostDays) return
    context.issues.push({
      code: 'custom',
      input: until,
      path: ['startsAt[lt]'],
      message:
        days <= 0
          ? 'must be after startsAt[gte]'
          : `must be at most ${mostDays} days after startsAt[gte]`,
      params: because(days <= 0 ? 'inverted_range' : 'range_too_long'),
    })
  }

const missing = (path: string, message: string): z.core.$ZodRawIssue => ({
  code: 'custom',
  input: undefined,
  path: [path],
  message,
  params: because('required'),
})

export const AvailabilityQuery = z
  .strictObject({
    serviceIds: commaSeparated(idOf('service'), MOST_SERVICES)
      .optional()
      .meta({
        description: `Comma-separated IDs of at most ${MOST_SERVICES} services. Several services follow one another in one visit.`,
      }),
    appointmentId: idOf('appointment').optional().meta({
      description: 'Appointment to move, instead of services. Its current slot counts as free.',
    }),
    providerIds: commaSeparated(idOf('provider'), 100).optional().meta({
      description:
        'Comma-separated IDs of providers. Defaults to all providers who can perform the services.',
    }),
    locationIds: commaSeparated(idOf('location'), 50).optional().meta({
      description: "Comma-separated IDs of locations. Defaults to the providers' own locations.",
    }),
    childId: idOf('child').optional().meta({
      description:
        'Excludes start times at which the child has another appointment or lacks a required consent.',
    }),
    durationMinutes: z.coerce.number().int().min(5).max(1440).optional().meta({
      description: 'Length of the first service in minutes, instead of its default length.',
      example: 45,
    }),
    timeZone: timeZone().optional().meta({
      description: 'IANA time zone of the response. Defaults to the time zone of each location.',
    }),
    ...instantRange('startsAt'),
    explain: z.enum(['true', 'false']).default('false').meta({
      description:
        'If true, the response explains for each provider and location why `startsAt` cannot be booked.',
    }),
    startsAt: instant().optional().meta({ description: 'The start time to explain.' }),
  })
  .check(checkRange(MOST_DAYS))
  .check(({ value, issues }) => {
    if (!value.serviceIds === !value.appointmentId)
      issues.push(
        missing('serviceIds', 'is required unless appointmentId is sent; send exactly one of them'),
      )
    if (value.explain === 'true' && !value.startsAt)
      issues.push(
        missing('startsAt', 'is required with explain=true, which explains one start time'),
      )
    const from = value['startsAt[gte]']
    const until = value['startsAt[lt]']
    if (from && until) {
      if (value.startsAt && (value.startsAt < from || value.startsAt >= until))
        issues.push({
          code: 'custom',
          input: value.startsAt,
          path: ['startsAt'],
          message: 'must be within the range, if you send one',
          params: because('out_of_range'),
        })
      return
    }
    if (value.explain === 'true' && !from && !until) return
    issues.push(missing(from ? 'startsAt[lt]' : 'startsAt[gte]', 'is required'))
  })
export type AvailabilityQuery = z.output<typeof AvailabilityQuery>

/** The text for each reason. */
export const BLOCK_MESSAGES: Record<BlockCode, string> = {
  provider_not_approved: 'The provider has not yet been approved by the centre.',
  provider_suspended: 'The provider is suspended and takes no new bookings.',
  in_the_past: 'The time is in the past.',
  too_soon: 'The service must be booked further in advance.',
  too_far_ahead: 'The service cannot be booked that far in advance.',
  consent_missing: 'The child lacks a consent that the service requires; see missingConsents.',
  not_on_grid: 'The service cannot start at this minute.',
  outside_hours: 'The provider does not work at this location at that time.',
  location_closed: 'The location is closed.',
  time_off: 'The provider has time off.',
  daily_cap: 'The provider has reached the daily maximum for this service.',
  provider_busy: 'The provider has another appointment or hold at that time.',
  buffer:
    'The time or its buffer overlaps the buffer or time of another of the provider’s appointments.',
  child_busy: 'The child has another appointment at that time.',
  room_busy: 'No suitable room is free.',
}

const Explanation = z
  .strictObject({
    providerId: idOf('provider'),
    locationId: idOf('location'),
    startsAt: instantText.meta({
      description: 'The start time that is explained, with the offset of its location.',
      example: '2026-12-01T12:15:00+01:00',
    }),
    free: z.boolean().meta({ description: 'Whether the start time can be booked.' }),
    blocks: z
      .array(
        z.strictObject({
          serviceId: idOf('service').nullable().meta({
            description:
              'Service to which the reason applies; null if it applies to the whole visit.',
          }),
          code: growing(z.enum(BLOCK_CODES)).meta({
            description: 'Stable code of the reason.',
          }),
          message: z.string().meta({ description: 'Explanation in words.' }),
        }),
      )
      .meta({ description: 'Every reason why the time cannot be booked; empty if it can be.' }),
  })
  .meta({
    id: 'AvailabilityExplanation',
    description: 'Every reason why a start time cannot be booked; empty if it can be.',
    example: {
      providerId: exampleId('provider'),
      locationId: exampleId('location'),
      startsAt: '2026-12-01T12:15:00+01:00',
      free: false,
      blocks: [
        {
          serviceId: exampleId('service'),
          code: 'outside_hours',
          message: BLOCK_MESSAGES.outside_hours,
        },
      ],
    },
  })

const ProviderAvailability = z
  .strictObject({
    providerId: idOf('provider'),
    locationId: idOf('location'),
    timeZone: z.string().meta({ description: 'Time zone of the start times.' }),
    hoursConfigured: z.boolean().meta({
      description:
        'Whether the provider has a schedule. If false, working hours do not restrict bookings.',
    }),
    services: z
      .array(
        z.strictObject({
          serviceId: idOf('service').nullable(),
          afterMinutes: z.int().meta({
            description: 'Minutes from the start of the visit to the start of this service.',
          }),
          durationMinutes: z.int().meta({
            description:
              'Length in minutes when this provider performs the service at this location.',
          }),
          amount: z.int().nullable().meta({
            description: 'Price in minor units of the currency; null if there is no price.',
          }),
          currency: z.string().nullable().meta({
            description: 'Currency of the price, as an ISO 4217 code; null if there is no price.',
          }),
        }),
      )
      .meta({
        description:
          'The services as this provider performs them at this location. Book each one at the start of the visit plus afterMinutes.',
      }),
    // These are our own strings: validating thousands of them with a pattern would cost more than the search.
    starts: texts().meta({ description: 'Start times of the visit with offset, in order.' }),
  })
  .meta({ id: 'ProviderAvailability' })

const GroupAvailability = z
  .strictObject({
    groupId: idOf('groupAppointment'),
    serviceId: idOf('service'),
    providerId: idOf('provider'),
    locationId: idOf('location'),
    startsAt: z
      .string()
      .meta({ description: 'When the group begins, with the offset of its location.' }),
    endsAt: z
      .string()
      .meta({ description: 'When the group ends, with the offset of its location.' }),
    placesLeft: z.int().min(1).meta({ description: 'Number of free places.' }),
    amount: z.int().nullable().meta({
      description: 'Price of one place in minor units of the currency; null if there is no price.',
    }),
    currency: z.string().nullable().meta({
      description: 'Currency of the price, as an ISO 4217 code; null if there is no price.',
    }),
  })
  .meta({ id: 'GroupAvailability' })

const MissingConsent = z
  .strictObject({
    serviceId: idOf('service'),
    kind: z.enum(ConsentKind).meta({ description: 'Consent that the service requires.' }),
    consentEndsAt: z.iso.datetime().nullable().meta({
      description:
        'When the current consent ends; null if there is none. Only start times before that are returned.',
    }),
  })
  .meta({ id: 'MissingConsent' })

export const Availability = z
  .strictObject({
    data: z
      .array(ProviderAvailability)
      .meta({ description: 'Free start times by provider and location.' }),
    ...pageMembers,
    groups: z.array(GroupAvailability).meta({
      description:
        'Groups of the services that have free places in the range. To book a place, use POST /v1/group-appointments/{id}/attendees.',
    }),
    missingConsents: z.array(MissingConsent).meta({
      description:
        'Consents that the services require and that the child lacks during part of the range. Start times in that part are excluded.',
    }),
    explanations: z
      .array(Explanation)
      .meta({ description: 'Explanations of the start time, with explain=true; otherwise empty.' }),
  })
  .meta({
    id: 'Availability',
    example: {
      data: [
        {
          providerId: exampleId('provider'),
          locationId: exampleId('location'),
          timeZone: 'Europe/Berlin',
          hoursConfigured: true,
          services: [
            {
              serviceId: exampleId('service'),
              afterMinutes: 0,
              durationMinutes: 45,
              amount: 9500,
              currency: 'EUR',
            },
          ],
          starts: ['2026-12-01T09:00:00+01:00', '2026-12-01T09:15:00+01:00'],
        },
      ],
      groups: [],
      missingConsents: [],
      explanations: [],
    },
  })
export type Availability = z.infer<typeof Availability>
