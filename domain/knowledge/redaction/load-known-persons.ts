import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { KnownPerson } from './personal-values.ts'

/** The people who may occur in a text. */
export interface KnownPersons {
  /** The child of the question, and the child's guardians. */
  family: KnownPerson[]
  /** Everybody else whose name, or a part of it, occurs in the text. */
  others: KnownPerson[]
}

interface Row extends KnownPerson {
  isFamily: boolean
}

/**
 * Finds people in the centre's records whose names occur in texts, whether or not the caller can see them,
 * because a name is personal data regardless of who reads it.
 */
export const loadKnownPersons = async (
  reader: Reader,
  texts: readonly string[],
  childId: string | null,
): Promise<KnownPersons> => {
  const words = [
    ...new Set(
      texts
        .join(' ')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
    ),
  ]
  const rows = await reader.asCentre(() =>
    reader.sql<Row>(KNOWN, [reader.tenantId, words, childId]),
  )
  return {
    family: rows.filter(({ isFamily }) => isFamily),
    others: rows.filter(({ isFamily }) => !isFamily),
  }
}

const IN_TEXT = `regexp_split_to_array(lower(name), '[^[:alnum:]]+') && $2::text[]`

const KNOWN = `
  WITH family AS (
    SELECT $3::text AS id UNION
    SELECT client_id FROM guardianships WHERE tenant_id = $1 AND child_id = $3 AND ended_at IS NULL),
  people AS (
    SELECT id, first_name || ' ' || last_name AS name, birth_date::text AS "birthDate", NULL::text AS email, NULL::text AS phone,
      NULL::jsonb AS address FROM children WHERE tenant_id = $1
    UNION ALL SELECT id, name, NULL, email, phone, address FROM clients WHERE tenant_id = $1
    UNION ALL SELECT id, name, NULL, email, phone, NULL FROM providers WHERE tenant_id = $1
    UNION ALL SELECT id, name, NULL, email, NULL, NULL FROM users WHERE tenant_id = $1)
  SELECT p.*, p.id IN (SELECT id FROM family) AS "isFamily" FROM people p
  WHERE p.id IN (SELECT id FROM family) OR ${IN_TEXT}
  ORDER BY p.id`
