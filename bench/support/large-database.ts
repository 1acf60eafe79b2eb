/** A database with many appointments in 2,000 centres, and what follows from them, written with SQL in bulk. */
import type pg from 'pg'

const CENTRES = 2_000
/** The day before the clock of the API in tests begins. */
const TODAY = `timestamptz '2026-11-24Z'`
const TODAY_MS = `(extract(epoch FROM ${TODAY}) * 1000)::bigint`
/** Of which 60 are to come. */
const DAYS = 1_156
/** Appointments are written month by month, as they came, so that the rows of a centre are spread over the table. */
const MONTHS = 38

/** The centre with the most appointments, a sixtieth of them; the smallest has a thousandth of its number. */
export const LARGEST_CENTRE = 'ten_1'

/**
 * Fills a migrated, empty database, or goes on with one where this was interrupted. Rows are written without
 * triggers and foreign keys; indexes other than keys are built at the end.
 */
export const fillLargeDatabase = async (
  owner: pg.Client,
  appointments: number,
  log: (line: string) => void,
): Promise<void> => {
  await owner.query(
    `SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET jit = off`,
  )
  const { rowCount } = await owner.query(`SELECT FROM pg_namespace WHERE nspname = 'bench'`)
  if (rowCount === 0) await owner.query(HELPERS)
  const run = async (what: string, text: string, ...values: unknown[]) => {
    const done = await owner.query('SELECT FROM bench.done WHERE what = $1', [what])
    if (done.rowCount) return
    const startedAt = performance.now()
    await owner.query('BEGIN')
    await owner.query(text, values)
    await owner.query('INSERT INTO bench.done VALUES ($1)', [what])
    await owner.query('COMMIT')
    log(`${what}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  }
  await run('sizes of centres', SIZES, CENTRES, appointments)
  await run('without indexes', DROP_INDEXES)
  for (const [table, text] of Object.entries(PARENTS)) await run(table, text)
  for (let month = 0; month < MONTHS; month += 1)
    await run(`appointments, month ${month + 1} of ${MONTHS}`, APPOINTMENTS, month)
  for (const [table, text] of Object.entries(FOLLOWING)) await run(table, text)
  const { rows } = await owner.query<{ name: string; definition: string }>(
    'SELECT * FROM bench.indexes ORDER BY name',
  )
  for (const { name, definition } of rows) await run(name, definition)
  await owner.query('VACUUM ANALYZE')
  await owner.query('DROP SCHEMA bench CASCADE')
}

/** Crockford's base 32 of milliseconds, as in the ids of records. */
const CHARACTERS = Array.from(
  { length: 10 },
  (_, at) => `substr('0123456789abcdefghjkmnpqrstvwxyz', (ms >> ${45 - 5 * at} & 31)::int + 1, 1)`,
).join(' || ')

const HELPERS = `
  CREATE SCHEMA bench;
  -- An id as newId makes it, of an instant in milliseconds.
  CREATE FUNCTION bench.id(prefix text, ms bigint, n bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN RETURN prefix || '_' || ${CHARACTERS} || substr(md5(n::text), 1, 16); END
  $$;
  -- A record of a centre that was there from the beginning.
  CREATE FUNCTION bench.first_id(prefix text, centre bigint, n bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN RETURN prefix || '_01k0000000' || substr(md5(centre || ' ' || n), 1, 16); END
  $$;
  CREATE TABLE bench.done (what text PRIMARY KEY);
  CREATE TABLE bench.indexes (name text, definition text);
  CREATE TABLE bench.sizes (centre integer, tenant_id text, appointments bigint, providers integer)`

const SIZES = `
  INSERT INTO bench.sizes
  SELECT n, 'ten_' || n, size, greatest(1, size / 1500)
  FROM (SELECT n, round($2::float8 / (n + 10) / sum(1::float8 / (n + 10)) OVER ())::bigint AS size
    FROM generate_series(1, $1::int) n) weighed`

const OF_CENTRES = 'FROM bench.sizes s'
const each = (count: string) => `${OF_CENTRES}, generate_series(0, ${count} - 1) n`

const PARENTS = {
  tenants: `
    INSERT INTO tenants (tenant_id, name, default_time_zone, currency, reminder_offsets_minutes, created_at, updated_at)
    SELECT tenant_id, 'Centre ' || centre, 'Europe/Berlin', 'EUR', '{1440}', ${TODAY}, ${TODAY} ${OF_CENTRES}`,
  api_keys: `
    INSERT INTO api_keys (tenant_id, id, name, secret_hash, scopes, resources, methods, ip_ranges, created_at, updated_at)
    SELECT tenant_id, bench.first_id('key', centre, n), 'Key', 'x', '{}', '{}', '{}', '{}', ${TODAY}, ${TODAY} ${each('3')}`,
  locations: `
    INSERT INTO locations (tenant_id, id, name, time_zone, created_at, updated_at)
    SELECT tenant_id, bench.first_id('loc', centre, n), 'Location', 'Europe/Berlin', ${TODAY}, ${TODAY} ${each('4')}`,
  services: `
    INSERT INTO services (tenant_id, id, code, name, appointment_type, duration_minutes, buffer_before_minutes,
      buffer_after_minutes, capacity, lead_time_minutes, requires_confirmation, amount_minor, currency, created_at, updated_at)
    SELECT tenant_id, bench.first_id('svc', centre, n), 'S' || n, 'Service', 'THERAPY_SESSION', 45, 0, 0, 1, 0, false,
      9500, 'EUR', ${TODAY}, ${TODAY} ${each('8')}`,
  providers: `
    INSERT INTO providers (tenant_id, id, name, specialties, languages, location_ids, created_at, updated_at)
    SELECT tenant_id, bench.first_id('prv', centre, n), 'Provider ' || n, '{}', '{}',
      ARRAY[bench.first_id('loc', centre, n % 4)], ${TODAY}, ${TODAY} ${each('s.providers')}`,
  schedules: `
    INSERT INTO schedules (tenant_id, id, provider_id, location_id, time_zone, windows, created_at, updated_at)
    SELECT tenant_id, bench.first_id('sch', centre, n), bench.first_id('prv', centre, n),
      bench.first_id('loc', centre, n % 4), 'Europe/Berlin',
      '[{"weekday": "MONDAY", "startTime": "08:00", "endTime": "17:00"}]', ${TODAY}, ${TODAY} ${each('s.providers')}`,
  children: `
    INSERT INTO children (tenant_id, id, first_name, last_name, birth_date, primary_provider_id, location_id, created_at, updated_at)
    SELECT tenant_id, bench.first_id('chd', centre, n), 'Child', n::text, date '2018-01-01' + (n % 2500)::int,
      bench.first_id('prv', centre, n % s.providers), bench.first_id('loc', centre, n % s.providers % 4), ${TODAY}, ${TODAY}
    ${each('s.providers * 20')}`,
  clients: `
    INSERT INTO clients (tenant_id, id, name, custom_fields, created_at, updated_at)
    SELECT tenant_id, bench.first_id('cli', centre, n), 'Guardian ' || n, '{}', ${TODAY}, ${TODAY} ${each('s.providers * 20')}`,
  guardianships: `
    INSERT INTO guardianships (tenant_id, id, child_id, client_id, relationship, legal, billing, created_at, updated_at)
    SELECT tenant_id, bench.first_id('grd', centre, n), bench.first_id('chd', centre, n),
      bench.first_id('cli', centre, n), 'parent', true, true, ${TODAY}, ${TODAY} ${each('s.providers * 20')}`,
  consents: `
    INSERT INTO consents (tenant_id, id, child_id, kind, granted_by_id, granted_at, evidence, recorded_by, created_at, updated_at)
    SELECT tenant_id, bench.first_id('csn', centre, n), bench.first_id('chd', centre, n / 2),
      (ARRAY['TREATMENT', 'DATA_SHARING'])[1 + n % 2], bench.first_id('cli', centre, n / 2), ${TODAY}, 'Signed form', 'key',
      ${TODAY}, ${TODAY} ${each('s.providers * 40')}`,
  webhook_endpoints: `
    INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, signature_schemes, status, secrets, created_at, updated_at)
    SELECT tenant_id, bench.first_id('whe', centre, n), 'https://example.com/', '{booking.completed}', '{v2}', 'ACTIVE',
      '[]', ${TODAY}, ${TODAY} ${each('2')}`,
  agents: `
    INSERT INTO agents (tenant_id, id, name, definition, published_version, latest_version, event_type, created_at, updated_at)
    SELECT tenant_id, bench.first_id('agt', centre, n), 'Agent', '{}', 1, 1, 'booking.no_show', ${TODAY}, ${TODAY} ${each('2')}`,
  agent_versions: `
    INSERT INTO agent_versions (tenant_id, agent_id, number, definition, published_by, published_at)
    SELECT tenant_id, bench.first_id('agt', centre, n), 1, '{}', 'key', ${TODAY} ${each('2')}`,
}

/** Each provider has twenty children, and at most nine visits a day. */
const APPOINTMENTS = `
  INSERT INTO appointments (tenant_id, id, child_id, provider_id, service_id, location_id, type, status, cancellation,
    absent_party, starts_at, ends_at, busy_from, busy_until, time_zone, status_changed_at, created_at, updated_at)
  SELECT s.tenant_id, bench.id('apt', t.ms - 14 * 86400000::bigint, s.centre * 10000000::bigint + k),
    bench.first_id('chd', s.centre, p + s.providers * (turn % 20)), bench.first_id('prv', s.centre, p),
    bench.first_id('svc', s.centre, k % 8), bench.first_id('loc', s.centre, p % 4), 'THERAPY_SESSION', status::appointment_status,
    CASE status WHEN 'CANCELLED' THEN '{"initiator": "CLIENT", "reason": null, "late": false}'::jsonb END,
    CASE status WHEN 'NO_SHOW' THEN 'CLIENT'::absent_party END, at, at + interval '45 minutes', at,
    at + interval '45 minutes', 'Europe/Berlin', least(at, ${TODAY}), at - interval '14 days', least(at, ${TODAY})
  FROM bench.sizes s, generate_series(s.appointments * $1::int / ${MONTHS}, s.appointments * ($1::int + 1) / ${MONTHS} - 1) k,
    LATERAL (SELECT k % s.providers AS p, k / s.providers AS turn) place,
    LATERAL (SELECT ${TODAY_MS} + (turn * ${DAYS} * s.providers / s.appointments - ${DAYS - 60}) * 86400000
      + (8 + turn % 9) * 3600000 AS ms) t,
    LATERAL (SELECT to_timestamp(ms / 1000) AS at) i,
    LATERAL (SELECT CASE WHEN at > ${TODAY} THEN 'CONFIRMED'
      ELSE (ARRAY['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'CANCELLED',
        'CANCELLED', 'NO_SHOW'])[1 + k * 7 % 10] END AS status) u`

const another = (prefix: string) => `'${prefix}_' || substr(a.id, 5)`
/** Of the last days before today, and of those to come: what is older was brought along without its history. */
const since = (days: number) =>
  `FROM appointments a WHERE a.starts_at >= ${TODAY} - interval '${days} days'`
const held = (days: number) =>
  `${since(days)} AND a.starts_at < ${TODAY} AND a.status = 'COMPLETED'`

/** What follows from appointments. */
const FOLLOWING = {
  audit_entries: `
    INSERT INTO audit_entries (tenant_id, id, occurred_at, actor_kind, actor_id, action, outcome, http_status, subject_type,
      subject_id, request_id, changes)
    SELECT a.tenant_id, 'aud_' || substr(a.id, 5, 25) || e, a.created_at, 'API_KEY', 'key',
      CASE e WHEN 1 THEN 'bookAppointment' ELSE 'getAppointment' END, 'ALLOWED', 200 + e, 'appointment', a.id,
      ${another('req')}, CASE e WHEN 1 THEN '{"status": "CONFIRMED"}'::jsonb
        ELSE jsonb_build_object('children', ARRAY[a.child_id]) END
    FROM generate_series(0, 1) e, LATERAL (SELECT * ${since(300)}) a`,
  outbox: `
    INSERT INTO outbox (tenant_id, id, kind, type, subject_type, subject_id, payload, actor, request_id, created_at,
      available_at, done_at)
    SELECT a.tenant_id, ${another('evt')}, 'event', CASE a.status WHEN 'COMPLETED' THEN 'booking.completed' ELSE
      'booking.created' END, 'appointment', a.id, jsonb_build_object('appointmentId', a.id, 'childId', a.child_id),
      '{"type": "apiKey"}', ${another('req')}, a.created_at, a.created_at, a.created_at ${since(500)}`,
  webhook_deliveries: `
    INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, status, attempt_count, event_created_at,
      last_status_code, finished_at, created_at, updated_at)
    SELECT a.tenant_id, ${another('dlv')}, bench.first_id('whe', substr(a.tenant_id, 5)::bigint, 0), ${another('evt')},
      'booking.completed', 'SUCCEEDED', 1, a.created_at, 204, a.created_at, a.created_at, a.created_at ${held(150)}`,
  webhook_attempts: `
    INSERT INTO webhook_attempts (tenant_id, id, delivery_id, endpoint_id, number, started_at, duration_ms, outcome, status_code)
    SELECT d.tenant_id, 'att_' || substr(d.id, 5), d.id, d.endpoint_id, 1, d.created_at, 20, 'SUCCEEDED', 204
    FROM webhook_deliveries d WHERE d.created_at >= ${TODAY} - interval '30 days'`,
  follow_ups: `
    INSERT INTO follow_ups (tenant_id, id, kind, subject_type, subject_id, workflow_id, status, next_step_at, created_at, updated_at)
    SELECT a.tenant_id, ${another('flw')}, 'appointmentLifecycle', 'appointment', a.id, 'appointmentLifecycle/' || a.id,
      CASE WHEN a.starts_at > ${TODAY} THEN 'ACTIVE' ELSE 'COMPLETED' END,
      CASE WHEN a.starts_at > ${TODAY} THEN a.starts_at - interval '1 day' END, a.created_at, a.updated_at ${since(300)}`,
  follow_up_steps: `
    INSERT INTO follow_up_steps (tenant_id, follow_up_id, step, due_at, status, happened_at)
    SELECT f.tenant_id, f.id, step, f.created_at, CASE f.status WHEN 'ACTIVE' THEN 'SCHEDULED' ELSE 'DONE' END,
      CASE f.status WHEN 'COMPLETED' THEN f.created_at END
    FROM follow_ups f, unnest('{reminder,close}'::text[]) AS step WHERE f.created_at >= ${TODAY} - interval '60 days'`,
  sessions: `
    INSERT INTO sessions (tenant_id, id, appointment_id, child_id, provider_id, service_id, started_at, ended_at, attendance,
      billable, billable_units, created_at, updated_at)
    SELECT a.tenant_id, ${another('ses')}, a.id, a.child_id, a.provider_id, a.service_id, a.starts_at, a.ends_at, 'ATTENDED',
      true, 3, a.starts_at, a.ends_at ${held(150)}`,
  session_notes: `
    INSERT INTO session_notes (tenant_id, id, session_id, status, subjective, objective, assessment, plan, author_id, signed_at,
      created_at, updated_at)
    SELECT a.tenant_id, ${another('nte')}, ${another('ses')}, 'SIGNED', 'Calm', 'Named 8 of 10', 'Improving', 'Continue',
      'key', a.ends_at, a.starts_at, a.ends_at ${held(150)}`,
  session_note_signatures: `
    INSERT INTO session_note_signatures (tenant_id, id, note_id, revision, role, actor_id, provider_id, on_behalf, signer_name,
      content_hash, session_hash, session_ended, key_id, signature, signed_at)
    SELECT a.tenant_id, ${another('sig')}, ${another('nte')}, 1, 'AUTHOR', 'key', a.provider_id, false, 'Provider',
      md5(a.id), md5(a.id), true, 'key', md5(a.id), a.ends_at ${held(150)}`,
  orders: `
    INSERT INTO orders (tenant_id, id, appointment_id, child_id, status, amount_minor, captured_minor, currency, created_at, updated_at)
    SELECT a.tenant_id, ${another('ord')}, a.id, a.child_id, 'PAID', 9500, 9500, 'EUR', a.ends_at, a.ends_at ${held(150)}`,
  payments: `
    INSERT INTO payments (tenant_id, id, order_id, status, amount_minor, currency, gateway, payment_method_id,
      payment_method_type, settled_at, created_at, updated_at)
    SELECT a.tenant_id, ${another('pay')}, ${another('ord')}, 'SUCCEEDED', 9500, 'EUR', 'sandbox', 'pm', 'CARD', a.ends_at,
      a.ends_at, a.ends_at ${held(150)}`,
  appointment_changes: `
    INSERT INTO appointment_changes (tenant_id, id, appointment_id, kind, before, after, actor_id, created_at)
    SELECT a.tenant_id, ${another('apc')}, a.id, 'CANCEL', '{"status": "CONFIRMED"}', '{"status": "CANCELLED"}', 'key',
      a.updated_at ${since(600)} AND a.status = 'CANCELLED'`,
  messages: `
    INSERT INTO messages (tenant_id, id, template, language, channel, recipient_type, recipient_id, subject_type, subject_id,
      dedupe_key, status, originally_due_at, due_at, sent_at, created_at, updated_at)
    SELECT a.tenant_id, ${another('msg')}, 'appointment_reminder', 'en', 'EMAIL', 'client',
      replace(a.child_id, 'chd_', 'cli_'), 'appointment', a.id, a.id, 'SENT', a.starts_at, a.starts_at, a.starts_at,
      a.created_at, a.created_at ${held(200)}`,
  agent_runs: `
    INSERT INTO agent_runs (tenant_id, id, agent_id, agent_version, status, input, started_by, caused_by, finished_at,
      created_at, updated_at)
    SELECT a.tenant_id, ${another('run')}, bench.first_id('agt', substr(a.tenant_id, 5)::bigint, 0), 1, 'SUCCEEDED', '{}',
      'EVENT', ${another('evt')}, a.ends_at, a.ends_at, a.ends_at ${held(60)}`,
  agent_run_steps: `
    INSERT INTO agent_run_steps (tenant_id, id, run_id, node, item, type, status, output, person_ids, finished_at, created_at,
      updated_at)
    SELECT r.tenant_id, 'ars_' || substr(r.id, 5, 25) || n, r.id, 'node' || n, 0, 'QUERY', 'SUCCEEDED',
      '{}', '{}', r.created_at, r.created_at, r.created_at FROM agent_runs r, generate_series(1, 3) n`,
  idempotency_keys: `
    INSERT INTO idempotency_keys (tenant_id, client_id, key, fingerprint, status, ciphertext, created_at)
    SELECT a.tenant_id, 'key', a.id, md5(a.id), 201, repeat(md5(a.id), 20), ${TODAY}
    ${since(4)} AND a.starts_at < ${TODAY}`,
}

/**
 * Drops the indexes that are not keys, and keeps what builds them. Exclusion constraints become plain indexes:
 * checking that all rows keep them would take an hour.
 */
const dropIndexesOf = (tables: readonly string[]) => `
  DO $$
  DECLARE it record;
  BEGIN
    FOR it IN SELECT c.relname, i.indrelid::regclass AS tab, x.conname, pg_get_indexdef(i.indexrelid) AS definition
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid LEFT JOIN pg_constraint x
        ON x.conindid = i.indexrelid AND x.conrelid = i.indrelid AND x.contype IN ('p', 'u', 'x')
      WHERE i.indrelid = ANY ('{${tables.join()}}'::regclass[]) AND (x.oid IS NULL OR x.contype = 'x')
    LOOP
      INSERT INTO bench.indexes VALUES (it.relname, it.definition);
      IF it.conname IS NULL THEN EXECUTE format('DROP INDEX %I', it.relname);
      ELSE EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', it.tab, it.conname); END IF;
    END LOOP;
  END $$`

const DROP_INDEXES = dropIndexesOf(['appointments', ...Object.keys(FOLLOWING)])
