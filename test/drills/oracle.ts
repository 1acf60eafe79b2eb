/** The oracle of every drill: what clients were told, receivers verified and the database contains must agree. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sealEntries } from '#platform/audit/seal-entries.ts'
import { verifyTrail } from '#platform/audit/verify-trail.ts'
import type { Centre } from './centre.ts'
import type { DrillRun } from './drill.ts'
import type { Call, Ledger, Write } from './ledger.ts'
import type { Site } from './site.ts'

export interface Evidence {
  ledger: Ledger
  centres: readonly Centre[]
}

/** Without progress for this long, the rest never ends. Temporal itself pauses for a minute. */
const STALLED_MS = 180_000

/**
 * Waits until nothing is left to do for these centres: every event and message is handed over, every delivery
 * ended, every appointment has its follow-up. This must succeed on any machine. Returns the milliseconds of
 * each part.
 */
export const settled = async (
  { site }: { site: Pick<Site, 'query'> },
  centres: readonly Centre[],
): Promise<Unfinished> => {
  const tenantIds = centres.map(({ tenantId }) => tenantId)
  const beganAt = performance.now()
  const tookMs: Unfinished = { messages: 0, deliveries: 0, followUps: 0 }
  let [least, progressAt] = [Number.POSITIVE_INFINITY, beganAt]
  for (;;) {
    const [left] = await site.query<Unfinished>(UNFINISHED, [tenantIds])
    const now = performance.now()
    for (const part of PARTS) if (left![part] > 0) tookMs[part] = Math.round(now - beganAt)
    const sum = PARTS.reduce((total, part) => total + left![part], 0)
    if (sum === 0) return tookMs
    if (sum < least) [least, progressAt] = [sum, now]
    if (now - progressAt > STALLED_MS) throw new Error(`Nothing goes on: ${JSON.stringify(left)}`)
    await sleep(100)
  }
}

const PARTS = ['messages', 'deliveries', 'followUps'] as const

export interface Unfinished {
  messages: number
  deliveries: number
  followUps: number
}

/** A hold has no follow-up, and a former hold holds nothing any more. */
const UNFINISHED = `
  SELECT (SELECT count(*)::int FROM outbox WHERE tenant_id = ANY($1) AND done_at IS NULL) AS messages,
         (SELECT count(*)::int FROM webhook_deliveries WHERE tenant_id = ANY($1) AND status = 'PENDING') AS deliveries,
         (SELECT count(*)::int FROM appointments a WHERE tenant_id = ANY($1) AND held_until IS NULL AND NOT EXISTS (
            SELECT FROM follow_ups f WHERE f.tenant_id = a.tenant_id AND f.subject_id = a.id)) AS "followUps"`

/** Checks every invariant of drills.md against the evidence, and counts that evidence. */
export const reconcile = async (
  { site, holds, count }: DrillRun,
  { ledger, centres }: Evidence,
): Promise<void> => {
  const records = await readRecords(site, centres)
  const { writes, calls, acknowledged } = ledger
  const allowed = (call: Call) => records.audit.get(call.requestId)?.filter(isAllowed) ?? []
  const eventsOf = ({ calls, effect }: Write) =>
    calls.flatMap(({ requestId }) =>
      (records.eventsByRequest.get(requestId) ?? []).filter(({ type }) => type === effect),
    )
  count('acknowledged writes', acknowledged.length)
  count('calls', calls.length)
  count('broken off', ledger.unanswered)
  count('replays', calls.filter(({ replayed }) => replayed).length)

  holds('every write is settled', ...none(writes.filter(({ settled }) => !settled)))
  holds('no answer is a 500', ...none(calls.filter(({ status }) => status === 500)))
  holds(
    'every acknowledged write exists, in its own tenant',
    ...none(
      acknowledged.filter(
        ({ tenantId, settled }) => records.made.get(settled!.recordId!) !== tenantId,
      ),
    ),
  )
  holds(
    'an acknowledged key has one effect, another none',
    ...none(
      writes.filter((write) => {
        const expected = write.settled && write.settled.status < 300 ? 1 : 0
        const done = write.calls.flatMap(allowed).length
        return done !== expected || eventsOf(write).length !== expected
      }),
    ),
  )
  holds(
    'every answered call has one audit row, with its status',
    ...none(
      calls.filter(({ requestId, status, replayed }) => {
        if (status === undefined || status >= 500) return false
        const rows = records.audit.get(requestId) ?? []
        const [row] = rows
        return rows.length !== 1 || row!.status !== status || (replayed && isAllowed(row!))
      }),
    ),
  )
  holds(
    'no call has two audit rows',
    ...none([...records.audit.values()].filter((rows) => rows.length > 1)),
  )
  holds(
    'no event comes from a write that was rolled back',
    ...none(
      records.events.filter(
        ({ requestId, type, subjectId }) =>
          (requestId !== null && !records.audit.get(requestId)?.some(isAllowed)) ||
          (type === 'booking.created' && !records.made.has(subjectId)),
      ),
    ),
  )
  holds(
    'every event was delivered to its centre',
    ...none(records.events.filter(({ statuses }) => statuses.join() !== 'SUCCEEDED')),
  )
  for (const { tenantId, subscriber } of centres) {
    const own = new Map(
      records.events.filter((it) => it.tenantId === tenantId).map((it) => [it.id, it]),
    )
    const received = Map.groupBy(subscriber.receipts, ({ eventId }) => eventId)
    holds('every signature verifies', subscriber.unverified === 0, subscriber.unverified)
    holds(
      'the receiver verified every event that the database says it did',
      ...none([...own.keys()].filter((id) => !received.has(id))),
    )
    holds(
      "nothing reaches another tenant, or exists only at the receiver's",
      ...none([...received.keys()].filter((id) => !own.has(id))),
    )
    holds(
      'a repeat has the same bytes',
      ...none([...received.values()].filter((all) => new Set(all.map(hashOf)).size > 1)),
    )
  }
  const receipts = centres.flatMap(({ subscriber }) => subscriber.receipts)
  count('events', records.events.length)
  count('received twice', receipts.length - new Set(receipts.map((it) => it.eventId)).size)

  await sealEntries(site.platform)
  const { ok, problem } = await verifyTrail(site.platform)
  holds('the audit trail verifies', ok, problem)
  holds('no process ended by itself', ...none(site.accidents.splice(0)))
}

/** Whether there are none, and the first few if there are. */
const none = (found: readonly unknown[]): [holds: boolean, found: unknown] => [
  found.length === 0,
  { number: found.length, first: found.slice(0, 2) },
]

interface AuditRow {
  outcome: string
  status: number | null
}
const isAllowed = ({ outcome }: AuditRow) => outcome === 'ALLOWED'
const hashOf = ({ bodyHash }: { bodyHash: string }) => bodyHash

interface EventRow {
  tenantId: string
  id: string
  type: string
  subjectId: string
  requestId: string | null
  /** For deliveries to the centre's subscriber. */
  statuses: string[]
}

const readRecords = async (site: Site, centres: readonly Centre[]) => {
  const tenantIds = centres.map(({ tenantId }) => tenantId)
  const endpointIds = centres.map(({ endpointId }) => endpointId)
  const [audit, events, made] = await Promise.all([
    site.query<AuditRow & { requestId: string }>(AUDIT, [tenantIds]),
    site.query<EventRow>(EVENTS, [tenantIds, endpointIds]),
    site.query<{ id: string; tenantId: string }>(MADE, [tenantIds]),
  ])
  return {
    audit: Map.groupBy(audit, ({ requestId }) => requestId),
    events,
    eventsByRequest: Map.groupBy(events, ({ requestId }) => requestId),
    made: new Map(made.map(({ id, tenantId }) => [id, tenantId])),
  }
}

const AUDIT = `
  SELECT request_id AS "requestId", outcome, http_status AS status FROM audit_entries
  WHERE tenant_id = ANY($1) AND request_id IS NOT NULL`

const EVENTS = `
  SELECT o.tenant_id AS "tenantId", o.id, o.type, o.subject_id AS "subjectId", o.request_id AS "requestId",
         ARRAY(SELECT d.status FROM webhook_deliveries d
               WHERE d.tenant_id = o.tenant_id AND d.event_id = o.id AND d.endpoint_id = ANY($2)) AS statuses
  FROM outbox o
  WHERE o.tenant_id = ANY($1) AND o.kind = 'event'`

/** Records that drills write with keys. */
const MADE = `
  SELECT id, tenant_id AS "tenantId" FROM appointments WHERE tenant_id = ANY($1)
  UNION ALL SELECT id, tenant_id FROM invoices WHERE tenant_id = ANY($1) AND status = 'ISSUED'`
