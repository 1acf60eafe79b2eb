import { z } from 'zod'
import { ANY_RECORD, idOf, naming } from '#platform/core/records/ids.ts'
import { pageQuery } from '#platform/core/lists/paging.ts'
import { countedRecords } from '../figures/counted-records.ts'
import { METRIC_IDS } from '../metrics/metric-of.ts'

const PARTS = ['NUMERATOR', 'DENOMINATOR'] as const

export const AnalyticsRecordQuery = z.strictObject({
  ...pageQuery('countedOn'),
  metric: z.enum(METRIC_IDS).meta({ description: 'Of which metric.', example: 'NO_SHOWS' }),
  part: z.enum(PARTS).default('NUMERATOR').meta({
    description: 'For a ratio or an average: the dividend or the divisor.',
  }),
  ...countedRecords,
})
export type AnalyticsRecordQuery = z.infer<typeof AnalyticsRecordQuery>

const group = (description: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description}; null for none.`, example })

export const AnalyticsRecord = z
  .strictObject({
    recordType: z.string().meta({
      description: 'What kind of record it is.',
      example: 'appointment',
    }),
    recordId: naming(
      ANY_RECORD,
      z.string().meta({
        description: 'The record, which its own operations show.',
        example: 'apt_01k4zq5b8w2v6m9x3c7t0r1n8e',
      }),
    ),
    countedOn: z
      .string()
      .meta({ description: 'The day on which it counts.', example: '2026-03-04' }),
    amount: z.number().meta({ description: 'Its contribution to the figure.', example: 1 }),
    currency: z.string().nullable().meta({ description: 'Of money.', example: null }),
    locationId: idOf('location')
      .nullable()
      .meta({ description: 'The location for which it counts; null for none.' }),
    providerId: idOf('provider')
      .nullable()
      .meta({ description: 'The provider that it counts for; null for none.' }),
    serviceId: idOf('service')
      .nullable()
      .meta({ description: 'The service; null for none.', example: null }),
    appointmentType: group('The type of the appointment', 'THERAPY_SESSION'),
    payerId: idOf('payer')
      .nullable()
      .meta({ description: 'The payer on record; null for none.', example: null }),
    payer: group('The payer’s name, as figures have it', null),
    fundingProgram: group('The funding program of the child', null),
    stage: group('The stage', null),
    clock: group('The clock of early intervention', null),
  })
  .meta({ id: 'AnalyticsRecord' })
export type AnalyticsRecord = z.infer<typeof AnalyticsRecord>

/** Members that describe all found records. */
export const recordsTotal = {
  total: z.number().nullable().meta({
    description:
      'Sum over all records on all pages: the figure. null if withheld. Stored sums may lag behind the records until `currentAt`.',
    example: 12,
  }),
  isSuppressed: z.boolean().meta({
    description: 'Whether the records are withheld because there are so few.',
    example: false,
  }),
}
