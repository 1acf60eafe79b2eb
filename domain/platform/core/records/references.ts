import { RECORDS, type Referable } from '#vocabulary/resources.ts'
import { archivedReference, invalidReference, type DomainError } from '../errors/errors.ts'
import type { Reader } from '../transactions/transaction.ts'

/**
 * Refuses references to unknown or archived records.
 * @param references ids, keyed by the path of the member that refers; null and undefined refer to nothing.
 */
export const assertReferences = async (
  reader: Reader,
  entity: Referable,
  references: Record<string, string | null | undefined>,
): Promise<void> => {
  const named = Object.entries(references).filter((entry): entry is [string, string] => !!entry[1])
  if (named.length === 0) return
  const archived = await archivedOf(
    reader,
    entity,
    named.map(([, id]) => id),
  )
  for (const [path, id] of named) {
    const found = archived.get(id)
    if (found !== false) throw refusalOf(entity, [path, id], found)
  }
}

/** The error for a reference that was looked up together with other facts and not found. */
export const referenceError = async (
  reader: Reader,
  entity: Referable,
  reference: readonly [path: string, id: string],
): Promise<DomainError> =>
  refusalOf(entity, reference, (await archivedOf(reader, entity, [reference[1]])).get(reference[1]))

const refusalOf = (
  entity: Referable,
  [path, id]: readonly [path: string, id: string],
  archived: boolean | undefined,
): DomainError =>
  archived
    ? archivedReference(path, wordsOf(entity), restorationOf(entity, id))
    : invalidReference(path, wordsOf(entity))

/** The operation that restores a record; undefined if none does. A test compares it with the operations. */
export const restorationOf = (entity: Referable, id: string): string | undefined =>
  entity === 'webhookEndpoint' ? undefined : `POST ${pathOf(entity)}/${id}/restore`

const pathOf = (entity: Referable): string =>
  entity === 'assistant'
    ? '/v1/ai/assistants'
    : `/v1/${String(RECORDS[entity].table).replaceAll('_', '-')}`

/** Whether each of the records that exist is archived. */
const archivedOf = async (
  reader: Reader,
  entity: Referable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, boolean>> => {
  const rows = await reader.sql<{ id: string; archived: boolean }>(
    `SELECT id, archived_at IS NOT NULL AS archived FROM ${RECORDS[entity].table} WHERE tenant_id = $1 AND id = ANY ($2)`,
    [reader.tenantId, ids],
  )
  return new Map(rows.map(({ id, archived }) => [id, archived]))
}

/** `noteTemplate` as words. */
const wordsOf = (entity: Referable) =>
  entity.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
