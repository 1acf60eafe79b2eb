import { can } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { LeadRow } from './lead-row.ts'
import type { PossibleDuplicate } from './schemas.ts'

/** Maximum number per lead and kind. */
const MOST = 10

interface Found {
  leadId: string
  id: string
  sameEmail: boolean
  samePhone: boolean
  sameName: boolean
  sameBirthDate: boolean
}

/**
 * Possible duplicates, by lead: clients and leads with the same e-mail address or telephone number, children of
 * such clients who were born on the same day, and any child with the same names and birth date. Contains only
 * records that the caller may read. Each kind takes one statement.
 */
export const findPossibleDuplicates = async (
  reader: Reader,
  leads: readonly Pick<LeadRow, 'id' | 'forgottenAt'>[],
): Promise<Map<string, PossibleDuplicate[]>> => {
  const ids = leads.filter(({ forgottenAt }) => forgottenAt === null).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const values = [reader.tenantId, ids]
  const may = {
    clients: can(reader.actor, 'clients:read'),
    children: can(reader.actor, 'clients:read') && can(reader.actor, 'children:read'),
  }
  const found = await Promise.all([
    may.clients ? reader.sql<Found>(CLIENTS, values) : [],
    may.children ? reader.sql<Found>(CHILDREN, values) : [],
    reader.sql<Found>(LEADS, values),
  ])
  const byLead = Map.groupBy(found.flat(), ({ leadId }) => leadId)
  return new Map([...byLead].map(([leadId, all]) => [leadId, all.map(shown)]))
}

const shown = ({
  id,
  sameEmail,
  samePhone,
  sameName,
  sameBirthDate,
}: Found): PossibleDuplicate => ({
  id,
  reasons: [
    ...(sameEmail ? (['same_email'] as const) : []),
    ...(samePhone ? (['same_phone'] as const) : []),
    ...(sameName ? (['same_name'] as const) : []),
    ...(sameBirthDate ? (['same_birth_date'] as const) : []),
  ],
})

/** Compares telephone numbers in any notation. */
const digits = (column: string) => `regexp_replace(${column}, '\\D', '', 'g')`

const CLIENTS = `
  SELECT l.id AS "leadId", found.* FROM leads l CROSS JOIN LATERAL (
    SELECT c.id, COALESCE(lower(c.email) = lower(l.contact_email), false) AS "sameEmail",
           COALESCE(${digits('c.phone')} = ${digits('l.contact_phone')}, false) AS "samePhone",
           false AS "sameName", false AS "sameBirthDate"
    FROM clients c
    WHERE c.tenant_id = l.tenant_id AND c.id IS DISTINCT FROM l.client_id
      AND (lower(c.email) = lower(l.contact_email) OR ${digits('c.phone')} = ${digits('l.contact_phone')})
    ORDER BY c.id LIMIT ${MOST}) found
  WHERE l.tenant_id = $1 AND l.id = ANY ($2)`

/** Compares names in any case, with or without accents. */
const SAME_NAME = `h.search_name = therapy.search_text(l.child_first_name || ' ' || l.child_last_name)`

const CHILDREN = `
  SELECT l.id AS "leadId", found.* FROM leads l CROSS JOIN LATERAL (
    SELECT h.id, COALESCE(bool_or(lower(c.email) = lower(l.contact_email)), false) AS "sameEmail",
           COALESCE(bool_or(${digits('c.phone')} = ${digits('l.contact_phone')}), false) AS "samePhone",
           COALESCE(${SAME_NAME}, false) AS "sameName", true AS "sameBirthDate"
    FROM children h
      LEFT JOIN guardianships g ON g.tenant_id = h.tenant_id AND g.child_id = h.id AND g.ended_at IS NULL
      LEFT JOIN clients c ON c.tenant_id = g.tenant_id AND c.id = g.client_id
    WHERE h.tenant_id = l.tenant_id AND h.birth_date = l.child_birth_date AND h.id IS DISTINCT FROM l.child_id
      AND (lower(c.email) = lower(l.contact_email) OR ${digits('c.phone')} = ${digits('l.contact_phone')} OR ${SAME_NAME})
    GROUP BY h.tenant_id, h.id ORDER BY h.id LIMIT ${MOST}) found
  WHERE l.tenant_id = $1 AND l.id = ANY ($2)`

const LEADS = `
  SELECT l.id AS "leadId", found.* FROM leads l CROSS JOIN LATERAL (
    SELECT o.id, COALESCE(lower(o.contact_email) = lower(l.contact_email), false) AS "sameEmail",
           COALESCE(${digits('o.contact_phone')} = ${digits('l.contact_phone')}, false) AS "samePhone", false AS "sameName",
           COALESCE(o.child_birth_date = l.child_birth_date, false) AS "sameBirthDate"
    FROM leads o
    WHERE o.tenant_id = l.tenant_id AND o.id <> l.id
      AND (lower(o.contact_email) = lower(l.contact_email) OR ${digits('o.contact_phone')} = ${digits('l.contact_phone')})
    ORDER BY o.id LIMIT ${MOST}) found
  WHERE l.tenant_id = $1 AND l.id = ANY ($2)`
