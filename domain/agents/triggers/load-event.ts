import type { Outbox } from '#prisma/generated/client.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** An event as expressions see it, with the members of `GET /v1/events`. */
export interface TriggerEvent {
  id: string
  type: string
  createdAt: string
  subjectType: string
  subjectId: string
  data: object
  /** The workflow that caused it; null if none. */
  workflowId: string | null
}

export const loadEvent = async (reader: Reader, id: string): Promise<TriggerEvent | undefined> =>
  (await loadEvents(reader, [id])).get(id)

/** Events of the centre by id, in one statement. */
export const loadEvents = async (
  { db, tenantId }: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TriggerEvent>> => {
  const rows = await db.outbox.findMany({
    where: { tenantId, id: { in: [...ids] }, kind: 'event' },
  })
  return new Map(rows.map((row) => [row.id, eventOf(row)]))
}

/** The newest event of a type at the centre. */
export const loadNewestEvent = async (
  { db, tenantId }: Reader,
  type: string,
): Promise<TriggerEvent | undefined> => {
  const row = await db.outbox.findFirst({
    where: { tenantId, type, kind: 'event' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return row ? eventOf(row) : undefined
}

const eventOf = (row: Outbox): TriggerEvent => {
  const { id, type, createdAt, subjectType, subjectId, payload, workflowId } = row
  const data = payload as object
  return { id, type, createdAt: utc(createdAt), subjectType, subjectId, data, workflowId }
}
