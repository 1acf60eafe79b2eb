import { DomainError } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { ErasedWhen } from '#vocabulary/erasing.ts'
import { personOf, type NamedPerson } from './named-person.ts'
import { recordIdsOf } from '#platform/core/records/record-ids-of.ts'
import type { PersonKind } from './named-person.ts'

/** A person, and how long their records are kept. */
export interface Person {
  kind: PersonKind
  /** The child and the records merged into it, or the client. */
  people: string[]
  /** Ids of all records of the child. */
  recordIds: string[]
  /** Null if no retention applies. */
  ends: Record<ErasedWhen, Date | null>
}

/**
 * A person with the ends of their retention periods (therapy.retention_of).
 * @param known ids of records that may be deleted already, in order to find what referred to them.
 */
export const loadPerson = async (
  reader: Reader,
  { childId, clientId }: NamedPerson,
  known: readonly string[] = [],
): Promise<Person> => {
  const [row] = await reader.sql<Ends>(ENDS, [childId, clientId])
  const { people, clinical, financial } = row!
  const recordIds = childId ? await recordIdsOf(reader, people) : []
  const last = [clinical, financial].filter((end) => end !== null).toSorted((a, b) => +b - +a)[0]
  return {
    kind: personOf({ childId, clientId }).type,
    people,
    recordIds: [...new Set([...known, ...recordIds])],
    ends: { AT_ONCE: null, CLINICAL: clinical, FINANCIAL: financial, LAST: last ?? null },
  }
}

/** How long the rows of a rule are kept; null if they can be deleted. */
export const keptUntil = ({ ends }: Person, when: ErasedWhen, now: Date): Date | null => {
  const end = ends[when]
  return end && end > now ? end : null
}

/** The parameters of statements about a person's rows: $1 tenant, $2 people and, if used, $3 ids of records. */
export const valuesFor = (
  { tenantId }: Reader,
  { people, recordIds }: Person,
  text: string,
): unknown[] => [tenantId, people, ...(text.includes('$3') ? [recordIds] : [])]

/** Refuses new or moved records for a person who is being erased. */
export const assertNotErased = async (reader: Reader, ids: readonly string[]): Promise<void> => {
  const [open] = await reader.sql<{ id: string }>(OPEN, [reader.tenantId, ids])
  if (!open) return
  throw new DomainError(
    'erasure_open',
    `Erasure ${open.id} of this person is pending. You can cancel it until it begins.`,
    { extra: { erasureId: open.id } },
  )
}

interface Ends {
  people: string[]
  clinical: Date | null
  financial: Date | null
}

const ENDS = 'SELECT people, clinical, financial FROM therapy.retention_of($1, $2)'

const OPEN = `SELECT id FROM erasures WHERE tenant_id = $1 AND (child_id = ANY ($2) OR client_id = ANY ($2))
  AND status IN ('AWAITING_APPROVAL', 'SCHEDULED', 'RUNNING', 'RETAINING') LIMIT 1`
