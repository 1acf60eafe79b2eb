import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import type { CancellationPolicy as PolicyModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { Prepaid, type PolicyTerms } from './rules.ts'

/** Calendar days and weeks, and clock hours and minutes, but not months, whose length varies. */
const NOTICE = /^P(?=\d|T\d)(\d{1,2}W)?(\d{1,3}D)?(T(?=\d)(\d{1,4}H)?(\d{1,5}M)?)?$/
const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

const CancellationFee = z
  .strictObject({
    percent: z.int().min(0).max(100).exactOptional().meta({
      description: "Percentage of the appointment's price, rounded to the nearest minor unit.",
      example: 50,
    }),
    amount: z.int().min(0).max(100_000_000).exactOptional().meta({
      description:
        "Amount in minor units of the policy's currency. At most the appointment's price is charged, unless `mayExceedPrice` is true.",
      example: 4000,
    }),
    mayExceedPrice: z.boolean().exactOptional().meta({
      description:
        'Whether the whole `amount` is charged even if the appointment costs less. Defaults to false.',
      example: false,
    }),
  })
  .refine(({ amount, mayExceedPrice }) => amount !== undefined || mayExceedPrice === undefined, {
    path: ['mayExceedPrice'],
    error: 'is allowed only with amount: a percentage never exceeds the price',
    params: because('not_allowed'),
  })
  .refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), {
    error: 'must have either percent or amount',
    params: because('exactly_one'),
  })
  .meta({ id: 'CancellationFee', example: { percent: 50 } })

const CancellationWindow = z
  .strictObject({
    notice: z
      .string()
      .regex(NOTICE, { error: 'must be an ISO 8601 duration such as P1D or PT24H' })
      .meta({
        description:
          "A cancellation with less notice than this is late. Days follow the location's calendar: P1D is the same local time on the previous day, and PT24H is exactly 24 hours earlier.",
        example: 'P1D',
      }),
    atTime: z
      .string()
      .regex(WALL_TIME, { error: 'must be a local time such as 18:00' })
      .exactOptional()
      .meta({
        description:
          "Local time at which the window starts on the day given by `notice`, in the location's time zone. If omitted, the appointment's start time is used.",
        example: '18:00',
      }),
    fee: CancellationFee.meta({ description: 'Fee for a cancellation in this window.' }),
  })
  .meta({
    id: 'CancellationWindow',
    example: { notice: 'P1D', atTime: '18:00', fee: { percent: 50 } },
  })

const members = {
  name: line(200).meta({
    description: 'Name of the policy, for the centre’s own use.',
    example: 'Standard',
  }),
  windows: z
    .array(CancellationWindow)
    .max(10)
    .meta({
      description:
        'Fees for late cancellations. Of the windows that have begun, the last one applies: with 50% from one day before and 100% from two hours before, a cancellation one hour before costs 100%.',
      example: [
        { notice: 'P1D', atTime: '18:00', fee: { percent: 50 } },
        { notice: 'PT2H', fee: { percent: 100 } },
      ],
    }),
  noShowFee: CancellationFee.nullable().meta({
    description: 'Fee for a no-show.',
    example: { percent: 100 },
  }),
  currency: currencyCode().meta({ description: 'Currency of fixed fees, as an ISO 4217 code.' }),
  prepaid: z.enum(Prepaid).meta({
    description:
      'What happens to money already paid, less the fee, when an appointment is cancelled. REFUND: it is refunded in the way it was paid. CREDIT: it is added to the credit of the party that owes the order. DECIDE: a person decides.',
    example: 'REFUND',
  }),
}

export const CancellationPolicy = resourceSchema('CancellationPolicy', {
  id: idOf('cancellationPolicy'),
  name: members.name,
  serviceId: idOf('service').nullable(),
  locationId: idOf('location').nullable(),
  windows: members.windows,
  noShowFee: members.noShowFee,
  currency: members.currency,
  prepaid: members.prepaid,
  ...archivableMembers,
})
export type CancellationPolicy = z.infer<typeof CancellationPolicy>

export const CreateCancellationPolicy = z
  .strictObject({
    name: members.name,
    serviceId: idOf('service')
      .exactOptional()
      .meta({
        description: 'Service to which the policy applies. Defaults to all services.',
        example: exampleId('service'),
      }),
    locationId: idOf('location')
      .exactOptional()
      .meta({
        description: 'Location to which the policy applies. Defaults to all locations.',
        example: exampleId('location'),
      }),
    windows: members.windows,
    noShowFee: members.noShowFee.default(null),
    currency: members.currency.exactOptional().meta({
      description: "Currency of the amounts. Defaults to the centre's currency.",
      example: 'EUR',
    }),
    prepaid: members.prepaid.default('REFUND'),
  })
  .meta({
    id: 'CreateCancellationPolicy',
    example: {
      name: 'Standard',
      windows: [
        { notice: 'P1D', atTime: '18:00', fee: { percent: 50 } },
        { notice: 'PT2H', fee: { percent: 100 } },
      ],
      noShowFee: { percent: 100 },
    },
  })
export type CreateCancellationPolicy = z.infer<typeof CreateCancellationPolicy>

export const PatchCancellationPolicy = z
  .strictObject({
    name: members.name.exactOptional(),
    windows: members.windows.exactOptional(),
    noShowFee: members.noShowFee.exactOptional(),
    currency: members.currency.exactOptional(),
    prepaid: members.prepaid.exactOptional(),
  })
  .meta({ id: 'PatchCancellationPolicy', example: { noShowFee: { amount: 4000 } } })
export type PatchCancellationPolicy = z.infer<typeof PatchCancellationPolicy>

export const toCancellationPolicy = (row: PolicyModel): CancellationPolicy => ({
  id: row.id,
  name: row.name,
  serviceId: row.serviceId,
  locationId: row.locationId,
  windows: fromJson(CancellationPolicy.shape.windows, row.windows),
  noShowFee: fromJson(CancellationPolicy.shape.noShowFee, row.noShowFee),
  currency: row.currency,
  prepaid: row.prepaid as Prepaid,
  ...archivableOf(row),
})

export const termsOf = (row: PolicyModel): PolicyTerms => ({
  id: row.id,
  windows: fromJson(CancellationPolicy.shape.windows, row.windows),
  noShowFee: fromJson(CancellationPolicy.shape.noShowFee, row.noShowFee),
  currency: row.currency,
  prepaid: row.prepaid as Prepaid,
})
