import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { ItemKind } from './rules.ts'
import type { ItemFacts } from './schemas.ts'

/** Something that the child has ahead. */
export interface FoundItem {
  kind: ItemKind
  recordId: string
  facts: Partial<ItemFacts>
}

interface Discharged {
  childId: string
  endsAt: Date
  effectiveOn: string
}

/**
 * Everything that a child has ahead, in the order in which it ends: first what could book or offer something,
 * then appointments, and then what their ends have left.
 */
export const collectItems = async (
  tx: Transaction,
  { childId, endsAt, effectiveOn }: Discharged,
): Promise<FoundItem[]> =>
  tx.sql<FoundItem>(COLLECT, [tx.tenantId, childId, endsAt, tx.now, effectiveOn])

const source = (place: number, kind: ItemKind, facts: string, from: string) =>
  `${place} AS place, '${kind}' AS kind, ${facts} AS facts, ${from}`

const left = (unit: string, amount: string, currency = 'NULL') =>
  `jsonb_build_object('left', jsonb_build_object('unit', ${unit}, 'amount', ${amount}, 'currency', ${currency}))`

const NONE = `'{}'::jsonb`

const SOURCES = [
  source(
    1,
    'WAITLIST_ENTRY',
    NONE,
    `w.created_at AS since, w.id AS "recordId" FROM waitlist_entries w
     WHERE w.tenant_id = $1 AND w.child_id = $2 AND w.status IN ('WAITING', 'OFFERED')`,
  ),
  source(
    2,
    'GROUP_WAITLIST_ENTRY',
    NONE,
    `g.created_at, g.id FROM group_waitlist_entries g
     WHERE g.tenant_id = $1 AND g.child_id = $2 AND g.status = 'WAITING'`,
  ),
  // The hold of an offer ends with its waitlist entry.
  source(
    3,
    'HOLD',
    NONE,
    `a.starts_at, a.hold_id FROM appointments a
     WHERE a.tenant_id = $1 AND a.child_id = $2 AND a.status = 'HELD' AND a.held_until > $4 AND a.starts_at >= $3
       AND NOT EXISTS (SELECT FROM waitlist_offers o
         WHERE o.tenant_id = a.tenant_id AND o.appointment_id = a.id AND o.status = 'OFFERED')`,
  ),
  source(
    4,
    'APPOINTMENT',
    `jsonb_build_object('startsAt', to_char(a.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
    `a.starts_at, a.id FROM appointments a
     WHERE a.tenant_id = $1 AND a.child_id = $2 AND a.starts_at >= $3 AND a.starts_at > $4
       AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN')`,
  ),
  source(
    5,
    'SERIES',
    NONE,
    `s.created_at, s.id FROM series s
     WHERE s.tenant_id = $1 AND s.child_id = $2 AND s.cancelled_at IS NULL AND EXISTS (
       SELECT FROM series_occurrences o
       LEFT JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
       WHERE o.tenant_id = s.tenant_id AND o.series_id = s.id AND o.status <> 'CANCELLED'
         AND (a.id IS NULL OR a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED'))
         AND COALESCE(a.starts_at, o.starts_at, o.occurs_on + interval '1 day') >= greatest($3::timestamptz, $4::timestamptz))`,
  ),
  source(
    6,
    'PROGRAM',
    NONE,
    `p.created_at, p.id FROM early_intervention_programs p
     WHERE p.tenant_id = $1 AND p.child_id = $2 AND p.status = 'ACTIVE'`,
  ),
  source(
    7,
    'TREATMENT_CYCLE',
    left('t.measure::text', 'greatest(0, t.authorized - t.used)'),
    `t.created_at, t.id FROM treatment_cycles t
     WHERE t.tenant_id = $1 AND t.child_id = $2 AND t.closed_at IS NULL AND t.ends_on >= $5::date`,
  ),
  source(
    8,
    'FORM_RESPONSE',
    NONE,
    `f.created_at, f.id FROM form_responses f
     WHERE f.tenant_id = $1 AND f.child_id = $2 AND f.status = 'OPEN'`,
  ),
  source(
    9,
    'ASSESSMENT_SCHEDULE',
    NONE,
    `s.created_at, s.id FROM assessment_schedules s
     WHERE s.tenant_id = $1 AND s.child_id = $2 AND s.ended_at IS NULL`,
  ),
  // The next assessment of a schedule ends with it.
  source(
    10,
    'ASSESSMENT',
    NONE,
    `m.created_at, m.id FROM assessments m
     WHERE m.tenant_id = $1 AND m.child_id = $2 AND m.status IN ('SCHEDULED', 'DUE', 'OVERDUE')
       AND NOT EXISTS (SELECT FROM assessment_schedules s
         WHERE s.tenant_id = m.tenant_id AND s.id = m.schedule_id AND s.ended_at IS NULL)`,
  ),
  source(
    11,
    'GOAL',
    NONE,
    `g.created_at, g.id FROM goals g WHERE g.tenant_id = $1 AND g.child_id = $2 AND g.status = 'ACTIVE'`,
  ),
  source(
    12,
    'SESSION_PACKAGE',
    left(`'SESSIONS'`, 'k.balance'),
    `k.created_at, k.id FROM session_packages k
     WHERE k.tenant_id = $1 AND k.child_id = $2 AND k.balance > 0
       AND (k.expires_on IS NULL OR k.expires_on >= $5::date)`,
  ),
  source(
    13,
    'CREDIT_BALANCE',
    left(`'MINOR_UNITS'`, 'b.balance_minor', 'b.currency'),
    `b.created_at, b.id FROM credit_balances b
     WHERE b.tenant_id = $1 AND b.balance_minor > 0 AND b.client_id IN (
       SELECT g.client_id FROM guardianships g WHERE g.tenant_id = $1 AND g.child_id = $2 AND g.ended_at IS NULL)`,
  ),
]

const COLLECT = `
  SELECT kind, "recordId", facts FROM (${SOURCES.map((it) => `SELECT ${it}`).join('\nUNION ALL\n')}) found
  ORDER BY place, since, "recordId"`
