import type { Platform } from '#platform/core/context/platform.ts'
import type { SignatureScheme } from '#providers/webhooks/index.ts'
import { utc } from '#platform/core/time/time.ts'
import type { EndpointRef } from './fan-out.ts'
import type { SealedHeader } from '../endpoints/sealed-header.ts'
import type { SealedSecret } from '../endpoints/sealed-secret.ts'

/** A delivery that is due, with its event. */
export interface DueDelivery extends EndpointRef {
  id: string
  /** The number of attempts so far. */
  attemptCount: number
  /** When its 24 hours start: at the creation of the event, at the redelivery, or at the endpoint's last resume. */
  windowFrom: Date
  eventId: string
  eventType: string
  eventCreatedAt: Date
  payload: unknown
  /** Whether it is a test event, which its body shows. */
  test: boolean
  /** The agent run that the event is about, or that caused it; null if there is none. */
  runId: string | null
  /** The trace of the write that caused the event. */
  traceparent: string | null
}

/** The data of an endpoint that its lease needs. */
export interface LeasedEndpoint extends EndpointRef {
  url: string
  secrets: SealedSecret[]
  signatureSchemes: SignatureScheme[]
  /** Headers that are sent in addition to our own. */
  headers: SealedHeader[]
  /** The maximum rate; null for no limit. */
  maxEventsPerSecond: number | null
  active: boolean
  /** When the endpoint was created or last resumed. */
  activeSince: Date
  version: number
  failing: boolean
  breakerUntil: Date | null
  breakerOpenings: number
  /** When the next delivery is due, which may be in the past; null if nothing is pending. */
  nextAt: Date | null
}

/** One endpoint's part of a read of due deliveries. */
export interface DueQuery extends EndpointRef {
  /** The number of deliveries that the lease can take. */
  room: number
  /** The deliveries that the lease already holds. */
  held: Iterable<string>
}

export interface Due {
  endpoints: LeasedEndpoint[]
  deliveries: DueDelivery[]
}

/** Reads the due deliveries of all endpoints that a worker leases: two statements for any number of endpoints. */
export const readDue = async (platform: Platform, queries: readonly DueQuery[]): Promise<Due> => {
  const { system } = platform.database
  const tenantIds = queries.map(({ tenantId }) => tenantId)
  const endpointIds = queries.map(({ endpointId }) => endpointId)
  const [endpoints, deliveries] = await Promise.all([
    system.query<LeasedEndpoint>({
      text: ENDPOINTS,
      values: [tenantIds, endpointIds],
    }),
    system.query<DueDelivery>({
      text: DELIVERIES,
      values: [
        tenantIds,
        endpointIds,
        queries.map(({ room }) => room),
        queries.map(({ held }) => [...held].join(' ')),
        platform.clock.now(),
      ],
    }),
  ])
  return {
    endpoints: endpoints.rows,
    deliveries: withoutPauses(endpoints.rows, deliveries.rows),
  }
}

/** Time during which the endpoint was paused does not count: deliveries that waited have 24 hours from the resume. */
const withoutPauses = (endpoints: LeasedEndpoint[], deliveries: DueDelivery[]): DueDelivery[] => {
  const activeSince = new Map(
    endpoints.map((it) => [`${it.tenantId}/${it.endpointId}`, it.activeSince]),
  )
  for (const delivery of deliveries) {
    const since = activeSince.get(`${delivery.tenantId}/${delivery.endpointId}`)
    if (since && since > delivery.windowFrom) delivery.windowFrom = since
  }
  return deliveries
}

/** The body of a delivery: exactly the envelope, with the same bytes in every attempt. */
export const eventBody = (delivery: DueDelivery): string => {
  const { eventId, eventType, eventCreatedAt, payload, test } = delivery
  const createdAt = utc(eventCreatedAt)
  return JSON.stringify({
    id: eventId,
    type: eventType,
    createdAt,
    data: payload,
    ...(test && { test }),
  })
}

const ENDPOINTS = `
  SELECT e.tenant_id AS "tenantId", e.id AS "endpointId", e.url, e.secrets, e.headers, e.version,
         e.signature_schemes AS "signatureSchemes",
         e.max_events_per_second AS "maxEventsPerSecond", e.status_changed_at AS "activeSince",
         e.status = 'ACTIVE' AND e.archived_at IS NULL AS active, e.failing_started_at IS NOT NULL AS failing,
         e.breaker_until AS "breakerUntil", e.breaker_openings AS "breakerOpenings",
         (SELECT d.next_attempt_at FROM webhook_deliveries d
          WHERE d.tenant_id = e.tenant_id AND d.endpoint_id = e.id AND d.status = 'PENDING'
          ORDER BY d.next_attempt_at LIMIT 1) AS "nextAt"
  FROM unnest($1::text[], $2::text[]) AS lease(tenant_id, endpoint_id)
  JOIN webhook_endpoints e ON e.tenant_id = lease.tenant_id AND e.id = lease.endpoint_id`

const DELIVERIES = `
  SELECT d.tenant_id AS "tenantId", d.id, d.endpoint_id AS "endpointId", d.attempt_count AS "attemptCount",
         CASE WHEN d.redelivery_of IS NULL AND d.recovery_id IS NULL THEN d.event_created_at ELSE d.created_at END AS "windowFrom",
         o.id AS "eventId", o.type AS "eventType", o.created_at AS "eventCreatedAt", o.payload,
         o.kind = 'test' AS test, o.traceparent,
         CASE WHEN o.subject_type = 'agentRun' THEN o.subject_id
           WHEN o.workflow_id LIKE 'agent-run/%' THEN split_part(o.workflow_id, '/', 3) END AS "runId"
  FROM (SELECT tenant_id, endpoint_id, room, string_to_array(held, ' ') AS held
        FROM unnest($1::text[], $2::text[], $3::int[], $4::text[]) AS l(tenant_id, endpoint_id, room, held)
       ) AS lease
  CROSS JOIN LATERAL (
    SELECT * FROM webhook_deliveries d
    WHERE d.tenant_id = lease.tenant_id AND d.endpoint_id = lease.endpoint_id
      AND d.status = 'PENDING' AND d.next_attempt_at <= $5 AND d.id <> ALL (lease.held)
    ORDER BY d.next_attempt_at, d.id LIMIT lease.room
  ) d
  JOIN outbox o ON o.tenant_id = d.tenant_id AND o.id = d.event_id
  ORDER BY d.next_attempt_at, d.id`
