import type { Entity } from '../records/ids.ts'
import type { Statement } from '../sql/combine.ts'
import type { Context } from '../context/context.ts'
import { columnName, insertInto, jsonText } from '../sql/insert-into.ts'

/** An outbox row: an event, or a message to a workflow. */
export interface OutboxRow {
  id: string
  kind: 'event' | 'workflow'
  type: string
  subject: { type: Entity; id: string }
  payload: unknown
  /** When it is first handed over. */
  availableAt?: Date
}

type Writer = Pick<Context, 'tenantId' | 'actor' | 'requestId' | 'workflowId' | 'traceparent'> & {
  now: Date
}

/**
 * Above this number, rows are sent as one parameter: a statement has at most 65,535 parameters, and each number
 * of rows would be a separate text, prepared on every connection.
 */
const FEW = 8

/** The statement that writes the rows in order, equal messages to a workflow once; none for no rows. */
export const insertOutbox = (tx: Writer, rows: readonly OutboxRow[]): Statement[] => {
  if (rows.length === 0) return []
  const all = withoutRepeats(rows).map((row) => columnsOf(tx, row))
  if (all.length > FEW) return [{ text: INSERT_MANY, values: [JSON.stringify(all)] }]
  return [
    insertInto(
      'outbox',
      all.map(({ actor, payload, ...row }) => ({
        ...row,
        actor: jsonText(actor),
        payload: jsonText(payload),
      })),
    ),
  ]
}

/**
 * A message only says that the workflow starts, or that its subject changed: the workflow reads what. All
 * messages of a transaction are handed over after it, so the first of several equal ones is enough.
 */
const withoutRepeats = (rows: readonly OutboxRow[]): OutboxRow[] => {
  const written = new Set<string>()
  return rows.filter(({ kind, type, subject, payload, availableAt }) => {
    if (kind === 'event') return true
    const message = JSON.stringify([type, subject.id, payload, availableAt])
    if (written.has(message)) return false
    written.add(message)
    return true
  })
}

const columnsOf = (
  { tenantId, actor, requestId, workflowId, traceparent, now }: Writer,
  { id, kind, type, subject, payload, availableAt }: OutboxRow,
) => ({
  tenantId,
  id,
  kind,
  type,
  subjectType: subject.type,
  subjectId: subject.id,
  payload,
  actor: { kind: actor.kind, id: actor.id },
  requestId: requestId ?? null,
  workflowId: workflowId ?? null,
  traceparent: traceparent ?? null,
  availableAt: availableAt ?? now,
  createdAt: now,
})

const TYPES: Record<keyof ReturnType<typeof columnsOf>, string> = {
  tenantId: 'text',
  id: 'text',
  kind: 'outbox_kind',
  type: 'text',
  subjectType: 'text',
  subjectId: 'text',
  payload: 'jsonb',
  actor: 'jsonb',
  requestId: 'text',
  workflowId: 'text',
  traceparent: 'text',
  availableAt: 'timestamptz',
  createdAt: 'timestamptz',
}

const MEMBERS = Object.entries(TYPES).map(([member, type]) => ({
  quoted: `"${member}"`,
  member,
  type,
}))

/** `seq` follows the order of the rows. */
const INSERT_MANY = `
  INSERT INTO outbox (${MEMBERS.map(({ member }) => columnName(member)).join(', ')})
  SELECT ${MEMBERS.map(({ quoted }) => `r.${quoted}`).join(', ')}
  FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (${MEMBERS.map(({ quoted, type }) => `${quoted} ${type}`).join(', ')}))
    WITH ORDINALITY AS r(${MEMBERS.map(({ quoted }) => quoted).join(', ')}, position)
  ORDER BY r.position`
