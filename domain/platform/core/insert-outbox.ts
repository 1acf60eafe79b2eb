import type { Entity } from './ids.ts'
import type { Statement } from './combine.ts'
import type { Context } from './context.ts'
import { insertStatement } from './insert-statement.ts'

/** What a write leaves for others: an event, or a message to a workflow. */
export interface OutboxRow {
  id: string
  kind: 'event' | 'workflow'
  type: string
  subject: { type: Entity; id: string }
  payload: unknown
  /** Before then it is not handed over. */
  availableAt?: Date
}

type Writer = Pick<Context, 'tenantId' | 'actor' | 'requestId' | 'traceparent'> & { now: Date }

/**
 * Above this many the rows travel as one parameter: a statement has at most 65,535 of them, and one
 * text for every number of rows would be prepared on every connection.
 */
const FEW = 8

/** The statement that writes the rows, in their order; none for no rows. */
export const insertOutbox = (tx: Writer, rows: readonly OutboxRow[]): Statement[] => {
  if (rows.length === 0) return []
  if (rows.length > FEW)
    return [{ text: INSERT_MANY, values: [...shared(tx), asJson(rows, tx.now)] }]
  return [{ text: FEW_ROWS[rows.length - 1]!, values: rows.flatMap((row) => valuesOf(tx, row)) }]
}

const valuesOf = (
  tx: Writer,
  { id, kind, type, subject, payload, availableAt }: OutboxRow,
): unknown[] => [
  ...shared(tx),
  availableAt ?? tx.now,
  id,
  kind,
  type,
  subject.type,
  subject.id,
  JSON.stringify(payload),
]

const asJson = (rows: readonly OutboxRow[], now: Date): string =>
  JSON.stringify(
    rows.map(({ subject, availableAt = now, ...row }) => ({
      ...row,
      available_at: availableAt.toISOString(),
      subject_type: subject.type,
      subject_id: subject.id,
    })),
  )

/** What all rows of a transaction have in common. */
const shared = ({ tenantId, actor, requestId, traceparent, now }: Writer): unknown[] => [
  tenantId,
  JSON.stringify({ kind: actor.kind, id: actor.id }),
  requestId ?? null,
  traceparent ?? null,
  now,
]

const SHARED = ['tenant_id', 'actor', 'request_id', 'traceparent', 'created_at']
const OWN = ['available_at', 'id', 'kind', 'type', 'subject_type', 'subject_id', 'payload']
const COLUMNS = [...SHARED, ...OWN]

/** For one row, for two, … */
const FEW_ROWS = Array.from({ length: FEW }, (_, more) =>
  insertStatement('outbox', COLUMNS, more + 1),
)

/** `seq` is given out in the order of the rows. */
const INSERT_MANY = `
  INSERT INTO outbox (${COLUMNS.join(', ')})
  SELECT $1, $2, $3, $4, $5, ${OWN.map((column) => `r.${column}`).join(', ')}
  FROM ROWS FROM (jsonb_to_recordset($6::jsonb) AS (
    available_at timestamptz, id text, kind outbox_kind, type text, subject_type text, subject_id text, payload jsonb
  )) WITH ORDINALITY AS r(${OWN.join(', ')}, position)
  ORDER BY r.position`
