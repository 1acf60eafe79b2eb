import { z } from 'zod'
import { ANY_RECORD, idOf, naming } from '#platform/core/records/ids.ts'
import { pageQuery } from '#platform/core/lists/paging.ts'
import { countedRecords } from '../figures/counted-records.ts'
import { METRIC_IDS } from '../metrics/metric-of.ts'

const PARTS = ['NUMERATOR', 'DENOMINATOR'] as const

export const AnalyticsRecordQuery = z.strictObject({
  ...pageQuery('countedOn'),
  metric: z
    .enum(METRIC_IDS)
    .meta({ description: 'Metric whose records to list.', example: 'NO_SHOWS' }),
  part: z.enum(PARTS).default('NUMERATOR').meta({
    description:
      'For a ratio or an average: whether to list the records of the dividend or of the divisor.',
  }),
  ...countedRecords,
})
export type AnalyticsRecordQuery = z.infer<typeof AnalyticsRecordQuery>

const group = (description: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description}; null if there is none.`, example })

export const AnalyticsRecord = z
  .strictObject({
    recordType: z.string().meta({
      description: 'Kind of record.',
      example: 'appointment',
    }),
    recordId: naming(
      ANY_RECORD,
      z.string().meta({
        description: 'ID of the record. To see the record, use its own operations.',
        example: 'apt_01k4zq5b8w2v6m9x3c7t0r1n8e',
      }),
    ),
    countedOn: z
      .string()
      .meta({ description: 'Day on which the record counts.', example: '2026-03-04' }),
    amount: z
      .number()
      .meta({ description: 'Contribution of the record to the figure.', example: 1 }),
    currency: z.string().nullable().meta({
      description: 'Currency of an amount of money; null for other metrics.',
      example: null,
    }),
    locationId: idOf('location')
      .nullable()
      .meta({ description: 'Location for which the record counts; null if there is none.' }),
    providerId: idOf('provider')
      .nullable()
      .meta({ description: 'Provider for whom the record counts; null if there is none.' }),
    serviceId: idOf('service')
      .nullable()
      .meta({ description: 'Service of the record; null if there is none.', example: null }),
    appointmentType: group('Type of the appointment', 'THERAPY_SESSION'),
    payerId: idOf('payer')
      .nullable()
      .meta({ description: 'Payer on record; null if there is none.', example: null }),
    payer: group('Name of the payer, as in the figures', null),
    fundingProgram: group('Funding program of the child', null),
    stage: group('The stage', null),
    clock: group('Early-intervention clock', null),
  })
  .meta({ id: 'AnalyticsRecord' })
export type AnalyticsRecord = z.infer<typeof AnalyticsRecord>

/** Members that describe all found records. */
export const recordsTotal = {
  total: z.number().nullable().meta({
    description:
      'Sum over all records on all pages, which is the figure; null if it is withheld. Stored sums can lag behind the records until `currentAt`.',
    example: 12,
  }),
  isSuppressed: z.boolean().meta({
    description: 'Whether the records are withheld because there are so few.',
    example: false,
  }),
}
