import { newId } from '#platform/core/records/ids.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { wantsEvent } from '../endpoints/event-filter.ts'
import { CHANNELS } from '#platform/outbox/channels.ts'

export interface FanOut {
  /** The number of events processed. */
  events: number
  /** Whether more events are waiting. */
  more: boolean
  deliveries: number
  /** Endpoints whose courier was asleep. They are now marked as awake and must be woken. */
  woken: WokenEndpoint[]
}

export interface WokenEndpoint extends EndpointRef {
  /** The trace of the first event that wakes the courier. */
  traceparent: string | null
}

export interface EndpointRef {
  tenantId: string
  endpointId: string
}

/**
 * Creates the deliveries of each tenant's oldest events and marks the events as done, in one statement, so that
 * no event is done without its deliveries. Idempotent (webhook_deliveries_of_event).
 */
export const fanOutEvents = async (platform: Platform, limit: number): Promise<FanOut> => {
  const { system } = platform.database
  const { rows: matches } = await system.query<Match>({
    name: 'fan_out_match',
    text: MATCH,
    values: [limit],
  })
  if (matches.length === 0) return { events: 0, more: false, deliveries: 0, woken: [] }
  const events = new Map(matches.map((match) => [match.eventId, match]))
  const deliveries = matches.filter(({ endpointId }) => endpointId !== null)
  const { rows } = await system.query<{ deliveries: number; woken: EndpointRef[] }>({
    name: 'fan_out_write',
    text: WRITE,
    values: [
      [...events.values()].map(({ tenantId }) => tenantId),
      [...events.keys()],
      deliveries.map(() => newId('delivery')),
      deliveries.map(({ tenantId }) => tenantId),
      deliveries.map(({ endpointId }) => endpointId),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ type }) => type),
      deliveries.map(({ createdAt }) => createdAt),
      platform.clock.now(),
    ],
  })
  const { deliveries: made, woken } = rows[0]!
  const traceOf = ({ tenantId, endpointId }: EndpointRef) =>
    deliveries.find((it) => it.endpointId === endpointId && it.tenantId === tenantId)?.traceparent
  return {
    events: events.size,
    more: matches[0]!.more,
    deliveries: made,
    woken: woken.map((endpoint) => ({ ...endpoint, traceparent: traceOf(endpoint) ?? null })),
  }
}

interface Match {
  tenantId: string
  eventId: string
  type: string
  createdAt: Date
  endpointId: string | null
  traceparent: string | null
  more: boolean
}

/** Maximum number of events of one tenant per batch; other tenants wait only for these. */
const EVENTS_OF_A_TENANT = 50
/** Tenants take turns among this many oldest events. */
const LOOKED_THROUGH = 5_000

const MATCH = `
  WITH oldest AS (
    SELECT tenant_id, id, seq FROM outbox
    WHERE done_at IS NULL AND kind = 'event' ORDER BY seq LIMIT ${LOOKED_THROUGH}
  ), batch AS (
    SELECT tenant_id, id
    FROM (SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY seq) AS turn FROM oldest)
    WHERE turn <= ${EVENTS_OF_A_TENANT}
    ORDER BY turn, seq LIMIT $1
  )
  SELECT b.tenant_id AS "tenantId", b.id AS "eventId", b.type, b.created_at AS "createdAt", b.traceparent,
         e.id AS "endpointId", (SELECT count(*) FROM oldest) > (SELECT count(*) FROM batch) AS more
  FROM batch JOIN outbox b ON b.tenant_id = batch.tenant_id AND b.id = batch.id
  LEFT JOIN webhook_endpoints e ON e.tenant_id = b.tenant_id AND e.archived_at IS NULL
    AND e.status IN ('ACTIVE', 'PAUSED') AND ${wantsEvent('e', 'b')}
  ORDER BY b.seq, e.id`

/**
 * Maximum number of endpoints per notification, which is limited to 8,000 bytes. If there are more, all
 * endpoints are checked.
 */
const ANNOUNCED = 200

/**
 * Locks the events first, in order, so that the second of two fan-outs waits here and then finds them done.
 * Then locks the endpoints to wake, in order. The foreign keys of deliveries lock these endpoints too, but with
 * a weaker lock: upgrading it behind a waiting transaction would deadlock.
 */
const WRITE = `
  WITH event AS MATERIALIZED (
    SELECT o.tenant_id, o.id FROM unnest($1::text[], $2::text[]) AS asked(tenant_id, id)
    JOIN outbox o ON o.tenant_id = asked.tenant_id AND o.id = asked.id
    WHERE o.done_at IS NULL
    ORDER BY o.seq FOR NO KEY UPDATE OF o
  ), asleep AS MATERIALIZED (
    SELECT e.tenant_id, e.id FROM webhook_endpoints e
    WHERE e.courier = 'ASLEEP' AND e.status = 'ACTIVE' AND (e.breaker_until IS NULL OR e.breaker_until <= $9)
      AND (e.tenant_id, e.id) IN (SELECT * FROM unnest($4::text[], $5::text[]))
      AND (SELECT count(*) FROM event) > 0
    ORDER BY e.tenant_id, e.id FOR NO KEY UPDATE
  ), made AS (
    INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, status,
      event_created_at, next_attempt_at, created_at, updated_at)
    SELECT d.tenant_id, d.id, d.endpoint_id, d.event_id, d.event_type, 'PENDING', d.event_created_at, $9, $9, $9
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
      WITH ORDINALITY AS d(id, tenant_id, endpoint_id, event_id, event_type, event_created_at, place)
    WHERE (d.tenant_id, d.event_id) IN (SELECT tenant_id, id FROM event) AND (SELECT count(*) FROM asleep) >= 0
    ORDER BY d.place
    ON CONFLICT DO NOTHING
    RETURNING tenant_id, endpoint_id
  ), done AS (
    UPDATE outbox o SET done_at = $9
    FROM event
    WHERE o.tenant_id = event.tenant_id AND o.id = event.id
  ), woken AS (
    UPDATE webhook_endpoints e SET courier = 'AWAKE'
    FROM asleep a
    WHERE e.tenant_id = a.tenant_id AND e.id = a.id
      AND (e.tenant_id, e.id) IN (SELECT tenant_id, endpoint_id FROM made)
    RETURNING e.tenant_id, e.id
  )
  SELECT (SELECT count(*)::int FROM made) AS deliveries,
         (SELECT COALESCE(json_agg(json_build_object('tenantId', tenant_id, 'endpointId', id)), '[]') FROM woken)
           AS woken,
         (SELECT pg_notify('${CHANNELS.deliveries}',
                           CASE WHEN count(*) <= ${ANNOUNCED} THEN string_agg(endpoint_id, ' ') ELSE '' END)
          FROM (SELECT DISTINCT endpoint_id FROM made) HAVING count(*) > 0)`
