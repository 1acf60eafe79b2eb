import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { toTherapistMatch } from '../../matching/schemas.ts'
import type { LeadRow } from '../lead/lead-row.ts'

/** The best bookable provider of a lead's match who has not been asked yet; null if there is none. */
export const nextOfMatch = async (
  reader: Reader,
  { matchId, offers }: Pick<LeadRow, 'matchId' | 'offers'>,
): Promise<string | null> => {
  if (matchId === null) return null
  const match = await reader.db.therapistMatch.findFirst({ where: inTenant(reader, matchId) })
  if (!match) return null
  const asked = new Set(offers.map(({ providerId }) => providerId))
  const left = toTherapistMatch(match)
    .matches.map(({ providerId }) => providerId)
    .filter((id) => !asked.has(id))
  const approved = await reader.db.provider.findMany({
    where: { tenantId: reader.tenantId, id: { in: left }, status: 'APPROVED', archivedAt: null },
    select: { id: true },
  })
  const known = new Set(approved.map(({ id }) => id))
  return left.find((id) => known.has(id)) ?? null
}
