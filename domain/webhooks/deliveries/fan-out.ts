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
  const { rows } = await system.query<{ deliveries: number; woken: EndpointRef[] }>({
    text: WRITE,
    values: [
      matches.map(({ tenantId }) => tenantId),
      matches.map(({ eventId }) => eventId),
      matches.map(({ endpointIds }) => endpointIds.join(' ')),
      matches.map(({ endpointIds }) => endpointIds.map(() => newId('delivery')).join(' ')),
      platform.clock.now(),
    ],
  })
  const { deliveries, woken } = rows[0]!
  const traceOf = ({ tenantId, endpointId }: EndpointRef) =>
    matches.find((it) => it.tenantId === tenantId && it.endpointIds.includes(endpointId))
      ?.traceparent
  return {
    events: matches.length,
    more: matches[0]!.more,
    deliveries,
    woken: woken.map((endpoint) => ({ ...endpoint, traceparent: traceOf(endpoint) ?? null })),
  }
}

interface Match {
  tenantId: string
  eventId: string
  traceparent: string | null
  /** The endpoints that want the event. */
  endpointIds: string[]
  more: boolean
}

/** The predicate of the index outbox_pending_events. */
const PENDING = `kind = 'event' AND done_at IS NULL`

/**
 * Maximum number of deliveries of one tenant per batch, for which other tenants wait: its oldest events, at
 * least the first number and at most the second.
 */
const DELIVERIES_OF_A_TENANT = 1_000
const EVENTS_OF_A_TENANT = [50, 250] as const
/** Maximum number of events that are read for a batch, if fewer tenants than this have any. */
const READ_AT_MOST = 5_000

/**
 * Steps from tenant to tenant in the index of pending events, and reads the oldest events of each and one more.
 * A batch therefore costs the same whether a hundred events are waiting or a million.
 */
const MATCH = `
  WITH RECURSIVE tenant AS (
    (SELECT tenant_id AS id FROM outbox WHERE ${PENDING} ORDER BY tenant_id LIMIT 1)
    UNION ALL
    SELECT (SELECT tenant_id FROM outbox WHERE ${PENDING} AND tenant_id > tenant.id ORDER BY tenant_id LIMIT 1)
    FROM tenant WHERE id IS NOT NULL
  ), share AS (
    SELECT tenant.id AS tenant_id,
           LEAST($1, ${EVENTS_OF_A_TENANT[1]}, GREATEST(${EVENTS_OF_A_TENANT[0]}, ${DELIVERIES_OF_A_TENANT} / GREATEST(endpoints, 1)),
                 GREATEST(1, ${READ_AT_MOST} / count(*) OVER ())) AS events
    FROM tenant CROSS JOIN LATERAL (
      SELECT count(*) AS endpoints FROM webhook_endpoints
      WHERE tenant_id = tenant.id AND archived_at IS NULL AND status IN ('ACTIVE', 'PAUSED')
    ) WHERE tenant.id IS NOT NULL
  ), oldest AS (
    SELECT o.*, turn <= share.events AS shared FROM share CROSS JOIN LATERAL (
      SELECT *, row_number() OVER (ORDER BY seq) AS turn FROM outbox
      WHERE tenant_id = share.tenant_id AND ${PENDING}
      ORDER BY seq LIMIT share.events + 1
    ) o
  ), batch AS (
    SELECT * FROM oldest WHERE shared ORDER BY turn, seq LIMIT $1
  )
  SELECT b.tenant_id AS "tenantId", b.id AS "eventId", b.traceparent,
         ARRAY(SELECT e.id FROM webhook_endpoints e
               WHERE e.tenant_id = b.tenant_id AND e.archived_at IS NULL AND e.status IN ('ACTIVE', 'PAUSED')
                 AND ${wantsEvent('e', 'b')}
               ORDER BY e.id) AS "endpointIds",
         (SELECT count(*) FROM oldest) > (SELECT count(*) FROM batch) AS more
  FROM batch b
  ORDER BY b.seq`

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
    SELECT o.ctid AS place, o.tenant_id, o.id, o.seq, o.type, o.created_at, asked.endpoint_ids, asked.delivery_ids
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS asked(tenant_id, id, endpoint_ids, delivery_ids)
    JOIN outbox o ON o.tenant_id = asked.tenant_id AND o.id = asked.id
    WHERE o.done_at IS NULL
    ORDER BY o.seq FOR NO KEY UPDATE OF o
  ), delivery AS MATERIALIZED (
    SELECT tenant_id, id, seq, type, created_at, d.* FROM event CROSS JOIN LATERAL unnest(string_to_array(endpoint_ids, ' '), string_to_array(delivery_ids, ' '))
      WITH ORDINALITY AS d(endpoint_id, delivery_id, turn)
  ), asleep AS MATERIALIZED (
    SELECT e.tenant_id, e.id FROM webhook_endpoints e
    WHERE (e.tenant_id, e.id) IN (SELECT tenant_id, endpoint_id FROM delivery)
      AND e.courier = 'ASLEEP' AND e.status = 'ACTIVE' AND (e.breaker_until IS NULL OR e.breaker_until <= $5)
    ORDER BY e.tenant_id, e.id FOR NO KEY UPDATE
  ), made AS (
    INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, status,
      event_created_at, next_attempt_at, created_at, updated_at)
    SELECT tenant_id, delivery_id, endpoint_id, id, type, 'PENDING', created_at, $5, $5, $5
    FROM delivery WHERE (SELECT count(*) FROM asleep) >= 0
    ORDER BY seq, turn
    ON CONFLICT DO NOTHING
    RETURNING tenant_id, endpoint_id
  ), done AS (
    UPDATE outbox o SET done_at = $5 FROM event WHERE o.ctid = event.place
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
