import type { Context } from '#platform/core/context/context.ts'
import { csvFile } from '#platform/core/lists/csv-file.ts'
import { getLocationAnalytics } from './get-location-analytics.ts'
import type { LocationAnalytics, LocationAnalyticsQuery } from './schemas.ts'

/** The same figures as CSV, with a line for each figure of a row and for each total. */
export const exportLocationAnalyticsCsv = async (
  ctx: Context,
  query: LocationAnalyticsQuery,
): Promise<Uint8Array<ArrayBuffer>> => csvOf(await getLocationAnalytics(ctx, query))

/** Figures in CSV format. */
export const csvOf = ({
  startsOn,
  endsOn,
  locations,
  data,
  total,
}: LocationAnalytics): Uint8Array<ArrayBuffer> => {
  const at = new Map(locations.map((it) => [it.id, it]))
  const lines = [
    ...data.flatMap(({ figures, ...row }) => figures.map((it) => ({ ...NOBODY, ...row, ...it }))),
    ...total.map((it) => ({ ...NOBODY, startsOn, endsOn, isTotal: 'true', ...it })),
  ]
  return csvFile(
    COLUMNS,
    lines.map(({ isSuppressed, isPartial, ...line }) => ({
      ...line,
      locationName: at.get(line.locationId ?? '')?.name ?? null,
      timeZone: at.get(line.locationId ?? '')?.timeZone ?? null,
      isSuppressed: String(isSuppressed),
      isPartial: String(isPartial),
    })),
  )
}

const NOBODY = {
  isTotal: 'false',
  locationId: null,
  providerId: null,
  serviceId: null,
  appointmentType: null,
  payerId: null,
  payer: null,
  fundingProgram: null,
  stage: null,
  clock: null,
}

const COLUMNS = [
  'startsOn',
  'endsOn',
  'isTotal',
  'locationId',
  'locationName',
  'timeZone',
  'providerId',
  'serviceId',
  'appointmentType',
  'payerId',
  'payer',
  'fundingProgram',
  'stage',
  'clock',
  'metric',
  'currency',
  'value',
  'numerator',
  'denominator',
  'previousValue',
  'isSuppressed',
  'isPartial',
] as const
