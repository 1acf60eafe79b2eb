import type { Grouping } from '../metrics/schemas.ts'
import type { AnalyticsRow } from './schemas.ts'

const MEMBERS = {
  LOCATION: 'locationId',
  PROVIDER: 'providerId',
  SERVICE: 'serviceId',
  TYPE: 'appointmentType',
  FUNDING_PROGRAM: 'fundingProgram',
  STAGE: 'stage',
  CLOCK: 'clock',
} as const satisfies Record<Exclude<Grouping, 'PAYER'>, keyof AnalyticsRow>

export type Groups = Omit<AnalyticsRow, 'startsOn' | 'endsOn' | 'figures'>

/**
 * The groups of a row. An empty text means that there is none. An unrecorded payer has the name used in
 * treatment cycles.
 */
export const groupsOf = (
  named: (grouping: Grouping) => string | undefined,
  payers: ReadonlyMap<string, string | null>,
): Groups => {
  const payer = named('PAYER') || null
  const onRecord = payer !== null && payers.has(payer)
  return {
    ...(Object.fromEntries(
      Object.entries(MEMBERS).map(([grouping, member]) => [
        member,
        named(grouping as Grouping) || null,
      ]),
    ) as Record<(typeof MEMBERS)[keyof typeof MEMBERS], string | null>),
    payerId: onRecord ? payer : null,
    payer: onRecord ? payers.get(payer)! : payer,
  }
}
