import type { Reader } from '#platform/core/transactions/transaction.ts'

/** A visit for which a form is needed, because its service requires the form. */
export interface NeedingVisit {
  id: string
  startsAt: Date
  timeZone: string
  providerId: string
  locationName: string
  locationPhone: string | null
}

/** The child's next visit that needs the form, if any. Visits never need a provider's form. */
export const loadNeedingVisit = async (
  reader: Reader,
  { childId, templateId }: { childId: string | null; templateId: string },
): Promise<NeedingVisit | null> => {
  if (childId === null) return null
  const [visit] = await reader.sql<NeedingVisit>(VISIT, [reader.tenantId, childId, templateId])
  return visit ?? null
}

const VISIT = `
  SELECT a.id, a.starts_at AS "startsAt", a.time_zone AS "timeZone", a.provider_id AS "providerId",
         l.name AS "locationName", l.phone AS "locationPhone"
  FROM appointments a JOIN services s ON s.tenant_id = a.tenant_id AND s.id = a.service_id
  JOIN locations l ON l.tenant_id = a.tenant_id AND l.id = a.location_id
  WHERE a.tenant_id = $1 AND a.child_id = $2 AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED')
    AND $3 = ANY (s.required_forms)
  ORDER BY a.starts_at LIMIT 1`
