import pg from 'pg'
import type { Centre } from './centre.ts'
import { nameFrom, numbersFrom } from './names.ts'

/** Rows that one statement writes, small enough to show progress. */
const BATCH = 20_000

/**
 * Children with names of a town, written as the owner: what the bench measures is reading them. The index
 * of names is built at the end, which takes a tenth of the time of keeping it up row by row.
 */
export const fillChildren = async (centre: Centre, count: number): Promise<[string, string][]> => {
  const random = numbersFrom(7)
  const names = Array.from({ length: count }, () => nameFrom(random))
  await asOwner(centre, async (owner) => {
    const { rows } = await owner.query<{ definition: string }>(
      `SELECT pg_get_indexdef('children_search'::regclass) AS definition`,
    )
    await owner.query('DROP INDEX children_search')
    for (let from = 0; from < count; from += BATCH) {
      const batch = names.slice(from, from + BATCH)
      await owner.query(
        `INSERT INTO children (tenant_id, id, first_name, last_name, birth_date, created_at, updated_at)
         SELECT $1, 'chd_' || lpad(($4 + n)::text, 26, '0'), first, last,
           date '2016-01-01' + (($4 + n) % 3000)::int, now(), now()
         FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS t (first, last, n)`,
        [centre.tenantId, batch.map(([first]) => first), batch.map(([, last]) => last), from],
      )
      progress('children', from + batch.length, count)
    }
    await owner.query(rows[0]!.definition)
    await owner.query('VACUUM ANALYZE children')
  })
  return names
}

const progress = (what: string, done: number, of: number): void => {
  if (of > BATCH) console.error(`${what}: ${done} of ${of}`)
}

export const childIdAt = (index: number): string => `chd_${String(index + 1).padStart(26, '0')}`

/** Sessions, one signed note each, spread over children; goals, guardians and consents for each of those. */
export const fillSessions = (
  centre: Centre,
  { sessions, children }: { sessions: number; children: number },
) =>
  asOwner(centre, async (owner) => {
    const to = [centre.tenantId, centre.providerIds[0], sessions, children]
    await owner.query(
      `INSERT INTO sessions (tenant_id, id, child_id, provider_id, started_at, ended_at, attendance, billable, created_at, updated_at)
       SELECT $1, 'ses_' || lpad(n::text, 26, '0'), 'chd_' || lpad((n % $4 + 1)::text, 26, '0'), $2,
         now() - n * interval '1 minute', now(), 'ATTENDED', true, now(), now() FROM generate_series(1, $3::int) AS n`,
      to,
    )
    await owner.query(
      `INSERT INTO session_notes (tenant_id, id, session_id, status, subjective, objective, assessment, plan, author_id, signed_at, created_at, updated_at)
       SELECT $1, 'nte_' || lpad(n::text, 26, '0'), 'ses_' || lpad(n::text, 26, '0'), 'SIGNED', repeat('s', 200), repeat('o', 200),
         repeat('a', 200), repeat('p', 200), 'key', now(), now(), now() FROM generate_series(1, $2::int) AS n`,
      [centre.tenantId, sessions],
    )
    await owner.query(
      `INSERT INTO goals (tenant_id, id, child_id, area, title, unit, baseline, target, consecutive, status, achievement_status, trend, created_at, updated_at)
       SELECT $1, 'gol_' || lpad(n::text, 26, '0'), 'chd_' || lpad((n % $2 + 1)::text, 26, '0'), 'A', 'T', 'percent', 0, 1, 1,
         'ACTIVE', 'in-progress', 'NOT_ENOUGH_DATA', now(), now() FROM generate_series(1, $2::int * 3) AS n`,
      [centre.tenantId, children],
    )
    await owner.query(
      `INSERT INTO clients (tenant_id, id, name, custom_fields, created_at, updated_at)
       SELECT $1, 'cli_' || lpad(n::text, 26, '0'), 'Guardian ' || n, '{}', now(), now() FROM generate_series(1, $2::int * 2) AS n`,
      [centre.tenantId, children],
    )
    await owner.query(
      `INSERT INTO guardianships (tenant_id, id, child_id, client_id, relationship, legal, billing, created_at, updated_at)
       SELECT $1, 'grd_' || lpad(n::text, 26, '0'), 'chd_' || lpad((n % $2 + 1)::text, 26, '0'),
         'cli_' || lpad(n::text, 26, '0'), 'parent', true, n <= $2, now(), now() FROM generate_series(1, $2::int * 2) AS n`,
      [centre.tenantId, children],
    )
    await owner.query(
      `INSERT INTO consents (tenant_id, id, child_id, kind, granted_by_id, granted_at, evidence, recorded_by, created_at, updated_at)
       SELECT $1, 'csn_' || lpad(n::text, 26, '0'), 'chd_' || lpad((n % $2 + 1)::text, 26, '0'),
         (ARRAY['TREATMENT', 'DATA_SHARING', 'TELEHEALTH'])[n / $2 + 1], 'cli_' || lpad((n % $2 + 1)::text, 26, '0'),
         now(), 'Signed form', 'key', now(), now() FROM generate_series(0, $2::int * 3 - 1) AS n`,
      [centre.tenantId, children],
    )
    for (const table of [
      'sessions',
      'session_notes',
      'goals',
      'clients',
      'guardianships',
      'consents',
    ])
      await owner.query(`VACUUM ANALYZE ${table}`)
  })

const asOwner = async (centre: Centre, work: (owner: pg.Client) => Promise<unknown>) => {
  const owner = new pg.Client(centre.ownerUrl)
  await owner.connect()
  try {
    await work(owner)
  } finally {
    await owner.end()
  }
}
