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
        description: `Comma-separated, at most ${MOST_SERVICES}: several services follow one another in one visit.`,
      }),
    appointmentId: idOf('appointment').optional().meta({
      description: 'Instead of services: the appointment to move. Its own slot counts as free.',
    }),
    providerIds: commaSeparated(idOf('provider'), 100).optional().meta({
      description: 'Comma-separated. Default: all providers who may perform the services.',
    }),
    locationIds: commaSeparated(idOf('location'), 50)
      .optional()
      .meta({ description: "Comma-separated. Default: the providers' own locations." }),
    childId: idOf('child').optional().meta({
      description:
        "Excludes starts that overlap the child's own appointments or lack a required consent.",
    }),
    durationMinutes: z.coerce
      .number()
      .int()
      .min(5)
      .max(1440)
      .optional()
      .meta({ description: 'Length of the first service, instead of its own.', example: 45 }),
    timeZone: timeZone()
      .optional()
      .meta({ description: "IANA time zone of the response. Defaults to each location's own." }),
    ...instantRange('startsAt'),
    explain: z.enum(['true', 'false']).default('false').meta({
      description: 'true explains, per provider and location, why `startsAt` cannot be booked.',
    }),
    startsAt: instant().optional().meta({ description: 'The start to explain.' }),
  })
  .check(checkRange(MOST_DAYS))
  .check(({ value, issues }) => {
    if (!value.serviceIds === !value.appointmentId)
      issues.push(
        missing('serviceIds', 'is required unless appointmentId is sent: send exactly one of them'),
      )
    if (value.explain === 'true' && !value.startsAt)
      issues.push(missing('startsAt', 'is required: explain=true explains one start'))
    const from = value['startsAt[gte]']
    const until = value['startsAt[lt]']
    if (from && until) {
      if (value.startsAt && (value.startsAt < from || value.startsAt >= until))
        issues.push({
          code: 'custom',
          input: value.startsAt,
          path: ['startsAt'],
          message: 'must lie in the range, if one is given',
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
  provider_not_approved: 'The provider has not been approved to treat for the centre.',
  provider_suspended: 'The provider is suspended and takes no new bookings.',
  in_the_past: 'The time has passed.',
  too_soon: 'The service requires more notice.',
  too_far_ahead: 'It cannot be booked that far ahead yet.',
  consent_missing: 'The child lacks a consent that the service requires: see missingConsents.',
  not_on_grid: 'The service does not start at this minute.',
  outside_hours: 'The provider does not work at this location at that time.',
  location_closed: 'The location is closed.',
  time_off: 'The provider has time off.',
  daily_cap: 'The provider’s daily maximum for this service is reached.',
  provider_busy: 'The provider has an appointment or a hold.',
  buffer:
    'It overlaps the buffer of another of the provider’s appointments, or its own buffer overlaps one.',
  child_busy: 'The child has an appointment.',
  room_busy: 'No suitable room is free.',
}

const Explanation = z
  .strictObject({
    providerId: idOf('provider'),
    locationId: idOf('location'),
    startsAt: instantText.meta({
      description: 'The start that is explained, with the offset of its location.',
      example: '2026-12-01T12:15:00+01:00',
    }),
    free: z.boolean().meta({ description: 'Whether it can be booked.' }),
    blocks: z
      .array(
        z.strictObject({
          serviceId: idOf('service')
            .nullable()
            .meta({ description: 'Service to which it applies; null for the whole visit.' }),
          code: growing(z.enum(BLOCK_CODES)).meta({
            description: 'Reason against it, as a stable code.',
          }),
          message: z.string().meta({ description: 'The same, in words.' }),
        }),
      )
      .meta({ description: 'Every reason against it; empty if it can be booked.' }),
  })
  .meta({
    id: 'AvailabilityExplanation',
    description: 'Every reason against a start; empty if it can be booked.',
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
    timeZone: z.string().meta({ description: 'Time zone of the starts.' }),
    hoursConfigured: z.boolean().meta({
      description: 'false: the provider has no schedule, so hours do not restrict bookings.',
    }),
    services: z
      .array(
        z.strictObject({
          serviceId: idOf('service').nullable(),
          afterMinutes: z.int().meta({ description: "From the visit's start to this service's." }),
          durationMinutes: z
            .int()
            .meta({ description: 'Length in minutes, as this provider performs it here.' }),
          amount: z
            .int()
            .nullable()
            .meta({ description: 'Price in minor units of the currency; null without a price.' }),
          currency: z.string().nullable().meta({
            description: 'Currency of the price, as an ISO 4217 code; null without a price.',
          }),
        }),
      )
      .meta({
        description: 'As this provider performs them here; book each one at start + afterMinutes.',
      }),
    // These are our own strings: validating thousands of them with a pattern would cost more than the search.
    starts: texts().meta({ description: 'Starts of the visit, with offset, in order.' }),
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
    endsAt: z.string().meta({ description: 'When it ends, with the offset of its location.' }),
    placesLeft: z.int().min(1).meta({ description: 'Free places.' }),
    amount: z.int().nullable().meta({
      description: 'Price of one place in minor units of the currency; null without a price.',
    }),
    currency: z
      .string()
      .nullable()
      .meta({ description: 'Currency of the price, as an ISO 4217 code; null without a price.' }),
  })
  .meta({ id: 'GroupAvailability' })

const MissingConsent = z
  .strictObject({
    serviceId: idOf('service'),
    kind: z.enum(ConsentKind).meta({ description: 'Consent that the service requires.' }),
    consentEndsAt: z.iso.datetime().nullable().meta({
      description:
        'When the current consent ends: starts before it are returned. null without one.',
    }),
  })
  .meta({ id: 'MissingConsent' })

export const Availability = z
  .strictObject({
    data: z
      .array(ProviderAvailability)
      .meta({ description: 'Free starts by provider and location.' }),
    ...pageMembers,
    groups: z.array(GroupAvailability).meta({
      description:
        'Groups of the services with free places in the range (POST /v1/group-appointments/{id}/attendees).',
    }),
    missingConsents: z.array(MissingConsent).meta({
      description:
        'Consents that the services require and the child lacks in a part of the range. Starts without them are excluded.',
    }),
    explanations: z.array(Explanation).meta({ description: 'With explain=true; empty otherwise.' }),
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
