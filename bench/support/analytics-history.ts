import pg from 'pg'
import type { Centre } from './centre.ts'

const LOCATIONS = 40
export const PROVIDERS = 400
const CHILDREN = 10_000
/** Three years. */
export const DAYS = 1_096
const ZONES = ['Europe/Berlin', 'America/New_York', 'America/Los_Angeles', 'Asia/Kathmandu']

/** Ids as they are written here: `loc_00000000000000000000000007`. */
export const idOf = (prefix: string, number: number): string =>
  `${prefix}_${String(number).padStart(26, '0')}`
const id = (prefix: string, number: string) => `'${prefix}_' || lpad((${number})::text, 26, '0')`

/**
 * A centre of forty locations, written as the owner and without triggers: what is measured is counting it. A provider has 25
 * children at one location.
 */
export const createAnalyticsHistory = async (centre: Centre) => {
  const { tenantId } = centre
  const owner = new pg.Client(centre.ownerUrl)
  owner.on('error', () => undefined)
  await owner.connect()
  await owner.query(`SET session_replication_role = replica`)
  const write = (text: string, ...values: unknown[]) => owner.query(text, [tenantId, ...values])

  // Filling these takes the hour. Bookings are cheaper without, so that counting looks dearer beside them.
  const { rows } = await owner.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE contype = 'x' AND conrelid = 'appointments'::regclass`,
  )
  for (const { name } of rows) await owner.query(`ALTER TABLE appointments DROP CONSTRAINT ${name}`)

  await write(
    `INSERT INTO locations (tenant_id, id, name, time_zone, created_at, updated_at)
     SELECT $1, ${id('loc', 'n')}, 'Place ' || n, ($3::text[])[1 + n % 4], now(), now() FROM generate_series(1, $2::int) n`,
    LOCATIONS,
    ZONES,
  )
  await write(
    `INSERT INTO services (tenant_id, id, code, name, appointment_type, duration_minutes, buffer_before_minutes,
       buffer_after_minutes, capacity, lead_time_minutes, requires_confirmation, amount_minor, currency, created_at, updated_at)
     SELECT $1, ${id('svc', 'n')}, 'S' || n, 'Service ' || n, 'THERAPY_SESSION', 45, 0, 0, 1, 0, false, 9500, 'EUR', now(), now()
     FROM generate_series(1, 8) n`,
  )
  await write(
    `INSERT INTO payers (tenant_id, id, kind, name, days_until_due, created_at, updated_at)
     SELECT $1, ${id('pyr', 'n')}, 'INSURER', 'Payer ' || n, 30, now(), now() FROM generate_series(1, 6) n`,
  )
  await write(
    `INSERT INTO providers (tenant_id, id, name, specialties, languages, location_ids, created_at, updated_at)
     SELECT $1, ${id('prv', 'n')}, 'Provider ' || n, '{}', '{}', ARRAY[${id('loc', '1 + n % 40')}], now(), now()
     FROM generate_series(1, $2::int) n`,
    PROVIDERS,
  )
  await write(
    `INSERT INTO schedules (tenant_id, id, provider_id, location_id, time_zone, windows, created_at, updated_at)
     SELECT $1, ${id('sch', 'n')}, ${id('prv', 'n')}, ${id('loc', '1 + n % 40')}, l.time_zone, (
       SELECT jsonb_agg(jsonb_build_object('weekday', weekday, 'startTime', '09:00', 'endTime', '17:00'))
       FROM unnest('{MONDAY,TUESDAY,WEDNESDAY,THURSDAY,FRIDAY}'::text[]) weekday), now(), now()
     FROM generate_series(1, $2::int) n JOIN locations l ON l.tenant_id = $1 AND l.id = ${id('loc', '1 + n % 40')}`,
    PROVIDERS,
  )
  await write(
    `INSERT INTO children (tenant_id, id, first_name, last_name, birth_date, funding_program, primary_provider_id, location_id,
       created_at, updated_at)
     SELECT $1, ${id('chd', 'n')}, 'Child', n::text, current_date - 400 - n % 2500,
       (ARRAY['EARLY_INTERVENTION', 'SCHOOL_AGE', NULL])[1 + n % 3], ${id('prv', '1 + n % 400')},
       ${id('loc', '1 + (1 + n % 400) % 40')}, now() - (n % 1096) * interval '1 day' - interval '1 hour', now()
     FROM generate_series(1, $2::int) n`,
    CHILDREN,
  )
  await write(
    `INSERT INTO treatment_cycles (tenant_id, id, child_id, payer, payer_id, measure, authorized, starts_on, ends_on,
       renewal_lead_days, created_at, updated_at)
     SELECT $1, ${id('trc', 'n * 4 + y')}, ${id('chd', 'n')}, 'Payer', ${id('pyr', '1 + (n + y) % 6')}, 'SESSIONS', 100,
       current_date - $3::int + y * 365, current_date - $3::int + y * 365 + 364, 14, now(), now()
     FROM generate_series(1, $2::int) n, generate_series(0, 3) y`,
    CHILDREN,
    DAYS,
  )
  await write(
    `INSERT INTO goals (tenant_id, id, child_id, area, title, unit, baseline, target, consecutive, status, achievement_status,
       trend, created_at, updated_at)
     SELECT $1, ${id('gol', 'n')}, ${id('chd', '1 + n % $2')}, 'A', 'T', 'percent', 0, 1, 1, 'ACTIVE',
       (ARRAY['in-progress', 'improving', 'achieved'])[1 + n % 3], 'NOT_ENOUGH_DATA', now(), now()
     FROM generate_series(1, $2::int * 3) n`,
    CHILDREN,
  )
  return {
    /** Appointments of all providers on these days before today, with sessions, notes, orders and payments of most. */
    fill: async (fromDaysAgo: number, untilDaysAgo: number, count: number) => {
      const each = Math.round(count / PROVIDERS)
      await write(
        `INSERT INTO appointments (tenant_id, id, child_id, provider_id, service_id, location_id, type, status, cancellation,
           absent_party, starts_at, ends_at, busy_from, busy_until, time_zone, status_changed_at, created_at, updated_at)
         SELECT $1, ${id('apt', '$4::int * 1000000 + n * 10000 + k')}, ${id('chd', 'n - 1 + 400 * (k % 25)')},
           ${id('prv', 'n')}, ${id('svc', '1 + (n + k) % 8')}, ${id('loc', '1 + n % 40')},
           (ARRAY['THERAPY_SESSION', 'ASSESSMENT', 'INTAKE', 'FOLLOW_UP'])[1 + (n + k) % 4]::appointment_type, status,
           CASE status WHEN 'CANCELLED' THEN '{"initiator": "CLIENT", "reason": null, "late": true}'::jsonb END,
           CASE status WHEN 'NO_SHOW' THEN 'CLIENT'::absent_party END, at, at + interval '45 minutes', at,
           at + interval '45 minutes', 'UTC', at, at, at
         FROM generate_series(1, $2::int) n, generate_series(0, $3::int - 1) k, LATERAL (
           SELECT date_trunc('day', now()) - $4::int * interval '1 day' + floor(k * ($4::float8 - $5) / $3) * interval '1 day'
             + (8 + k % 9) * interval '1 hour' AS at,
             (ARRAY['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'CANCELLED',
               'CANCELLED', 'NO_SHOW'])[1 + (n * 7 + k) % 10]::appointment_status AS status) t`,
        PROVIDERS,
        each,
        fromDaysAgo,
        untilDaysAgo,
      )
      const filled = [fromDaysAgo, untilDaysAgo]
      const PAID = `right(a.id, 2) < '97'`
      const IN = `a.tenant_id = $1 AND a.status = 'COMPLETED'
        AND a.starts_at >= date_trunc('day', now()) - $2::int * interval '1 day'
        AND a.starts_at < date_trunc('day', now()) - $3::int * interval '1 day'`
      await write(
        `INSERT INTO sessions (tenant_id, id, appointment_id, child_id, provider_id, service_id, started_at, ended_at, attendance,
           billable, billable_units, created_at, updated_at)
         SELECT $1, 'ses_' || substr(a.id, 5), a.id, a.child_id, a.provider_id, a.service_id, a.starts_at, a.ends_at, 'ATTENDED',
           true, 3, a.starts_at, a.starts_at FROM appointments a WHERE ${IN}`,
        ...filled,
      )
      await write(
        `INSERT INTO session_notes (tenant_id, id, session_id, status, subjective, objective, assessment, plan, author_id,
           signed_at, created_at, updated_at)
         SELECT $1, 'nte_' || substr(a.id, 5), 'ses_' || substr(a.id, 5), 'SIGNED', '', '', '', '', 'x',
           a.ends_at + interval '5 hours', a.starts_at, a.starts_at FROM appointments a WHERE ${IN}`,
        ...filled,
      )
      await write(
        `INSERT INTO orders (tenant_id, id, appointment_id, child_id, payer_id, status, amount_minor, tax_minor, captured_minor,
           currency, created_at, updated_at)
         SELECT $1, 'ord_' || substr(a.id, 5), a.id, a.child_id, ${id('pyr', '1 + right(a.id, 1)::int % 6')},
           CASE WHEN ${PAID} THEN 'PAID' ELSE 'OPEN' END, 9500, 0, CASE WHEN ${PAID} THEN 9500 ELSE 0 END,
           'EUR', a.ends_at, a.ends_at
         FROM appointments a WHERE ${IN}`,
        ...filled,
      )
      await write(
        `INSERT INTO payments (tenant_id, id, order_id, status, amount_minor, currency, gateway, payment_method_id,
           payment_method_type, settled_at, created_at, updated_at)
         SELECT $1, 'pay_' || substr(a.id, 5), 'ord_' || substr(a.id, 5), 'SUCCEEDED', 9500, 'EUR', 'SANDBOX', 'pm', 'CARD',
           a.ends_at, a.ends_at, a.ends_at FROM appointments a WHERE ${IN} AND ${PAID}`,
        ...filled,
      )
      // As autovacuum does within minutes.
      await owner.query('VACUUM ANALYZE')
      await owner.query('CHECKPOINT')
    },
    owner,
    [Symbol.asyncDispose]: () => owner.end(),
  }
}
