/** A person in every table with a marker in every text, for tests of erasures. */
import { systemContext, type Context, type OutsideContext } from '#platform/core/context/context.ts'
import { beginRebuild } from '#analytics/rollups/begin-rebuild.ts'
import { rebuild } from '#analytics/rollups/rebuild.ts'
import { advanceErasure } from '#privacy/erasures/advance-erasure.ts'
import { loadPerson, type Person } from '#people/persons/person.ts'
import { rulesFor } from '#privacy/erasures/step.ts'
import type { CreateChild } from '#people/children/schemas.ts'
import type { CreateClient } from '#people/clients/schemas.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { PERSON_TABLES } from '#vocabulary/resources.ts'
import { fillEveryTable } from '../../contract/every-table.ts'
import { createWorld, type World } from '../../contract/world.ts'
import type { TestApi } from '../../support/api.ts'
import { scheduleErasure } from './schedule-erasure.ts'

const MARKER = 'zqxforgetmeqzx'

/** The marker in every text about a person that the API accepts, codes included. Add new members here. */
const CODE = MARKER.toUpperCase()
const CHILD: Required<
  Omit<CreateChild, 'primaryProviderId' | 'locationId' | 'birthDate' | 'labelIds'>
> = {
  firstName: MARKER,
  lastName: MARKER,
  fundingProgram: CODE,
  referral: { source: MARKER, note: MARKER },
  alerts: [{ kind: 'MEDICAL', text: MARKER }],
}
const CLIENT: Required<Omit<CreateClient, 'locationId' | 'custom_fields' | 'language'>> = {
  name: MARKER,
  email: `${MARKER}@example.org`,
  phone: MARKER,
  address: { line1: MARKER, line2: MARKER, city: MARKER, postalCode: '10115', country: 'DE' },
}

/** In the notation of erasures. */
export interface Somebody {
  childId: string | null
  clientId: string | null
}

export interface ErasureWorld {
  ctx: OutsideContext
  people: Somebody[]
  /** Keys of a person's files in the store. */
  files: string[]
}

/** Written by the database's owner to bypass what prevents an erasure: the verbs have their own tests. */
const SETTLED = [
  `UPDATE appointments SET status = 'COMPLETED', held_until = NULL WHERE tenant_id = $1 AND child_id IS NOT NULL
     AND status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS')`,
  `UPDATE series_occurrences SET pending = NULL, status = CASE status WHEN 'PENDING' THEN 'SKIPPED' ELSE status END WHERE tenant_id = $1`,
  `UPDATE early_intervention_programs SET status = 'CLOSED', closed_on = '2026-11-20' WHERE tenant_id = $1`,
  `UPDATE session_notes SET status = 'SIGNED', signed_at = COALESCE(signed_at, updated_at) WHERE tenant_id = $1 AND status IN ('DRAFT', 'AWAITING_COSIGN')`,
  `UPDATE orders SET status = 'PAID', captured_minor = amount_minor WHERE tenant_id = $1 AND status = 'OPEN'`,
  `UPDATE payments SET status = 'FAILED', failure_code = 'x', settled_at = updated_at WHERE tenant_id = $1 AND status = 'PROCESSING'`,
  `UPDATE person_exports SET status = 'READY', ready_at = updated_at, expires_at = updated_at,
     storage_key = tenant_id || '/' || id WHERE tenant_id = $1`,
  `UPDATE guardianships SET ended_at = updated_at WHERE tenant_id = $1 AND ended_at IS NULL`,
  `UPDATE erasures SET status = 'CANCELLED', cancelled_at = updated_at WHERE tenant_id = $1`,
  `UPDATE processing_restrictions SET lifted_at = updated_at, lifted_by = 'x', lift_reason = 'x', notified_by = 'x' WHERE tenant_id = $1`,
  `UPDATE children SET restricted_at = NULL WHERE tenant_id = $1`,
  // Everybody attended once, so there is a record to retain. A merge moves the sessions of the merged child.
  `INSERT INTO sessions (tenant_id, id, child_id, provider_id, started_at, attendance, billable, created_at, updated_at)
   SELECT c.tenant_id, 'ses_of_' || c.id, c.id, (SELECT min(id) FROM providers WHERE tenant_id = $1), '2026-11-20T09:00:00Z',
     'ATTENDED', true, c.created_at, c.created_at FROM children c WHERE c.tenant_id = $1 AND c.merged_into_id IS NULL`,
  // Authorized by an unrecorded payer.
  `UPDATE treatment_cycles SET payer_id = NULL, payer = 'x', service_id = NULL, provider_id = NULL,
     starts_on = '2026-01-01', ends_on = '2027-12-31' WHERE tenant_id = $1`,
]

export const startErasureWorld = async (api: TestApi): Promise<ErasureWorld> => {
  const world = createWorld(api, await api.createTenant())
  await sayEverything(world)
  await world.uploaded()
  await world.readyExport()
  await world.make('/v1/reminder-policies', { clientId: (await world.family()).id, language: 'de' })
  await world.make('/v1/calendar-feeds', { subjectId: (await world.child()).id })
  const lead = `/v1/leads/${(await world.qualifiedLead()).id}`
  await world.make(`${lead}/contact-attempts`, {
    channel: 'PHONE',
    outcome: 'REACHED',
    note: 'Called.',
  })
  await world.make(`${lead}/convert`, { legal: true })
  // Its token is revoked at the end.
  await fillEveryTable(world)
  const { tenantId } = world.client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  await asOwner(api, async () => {
    for (const statement of SETTLED) await api.query(statement, [tenantId])
  })
  const people = await api.query<Somebody>(
    `SELECT id AS "childId", NULL AS "clientId" FROM children WHERE tenant_id = $1 AND merged_into_id IS NULL
     UNION ALL SELECT NULL, id FROM clients WHERE tenant_id = $1`,
    [tenantId],
  )
  const files = await filesOf(api, tenantId)
  await asOwner(api, async () => {
    for (const somebody of people) await mark(api, ctx, somebody)
  })
  // Derived data contains the marker wherever its sources do.
  await rebuild(ctx)
  await beginRebuild(ctx)
  await rebuild(ctx)
  return { ctx, people, files }
}

/** Events and audit entries about a person are written by requests, not by the owner of the database. */
const sayEverything = async (world: World): Promise<void> => {
  await world.make('/v1/custom-fields', { key: 'said', label: 'Said', type: 'TEXT' })
  const custom_fields = { said: MARKER }
  const child = await world.make('/v1/children', { ...CHILD, birthDate: '2021-04-30' })
  const client = await world.make('/v1/clients', { ...CLIENT, custom_fields })
  for (const [path, body] of [
    [`/v1/children/${child.id}`, { ...CHILD, fundingProgram: `${CODE}_2` }],
    [`/v1/clients/${client.id}`, { ...CLIENT, name: `${MARKER} 2`, custom_fields }],
  ] as const) {
    const { status, text } = await world.client.patch(path, body)
    if (status !== 200) throw new Error(text)
  }
}

/** Only a test may disable triggers and foreign keys. */
const asOwner = async (api: TestApi, work: () => Promise<void>) => {
  await api.query(`SET session_replication_role = replica`)
  await work()
  await api.query(`SET session_replication_role = origin`)
}

const filesOf = async (api: TestApi, tenantId: string): Promise<string[]> => {
  const rows = await api.query<{ key: string }>(
    `SELECT storage_key AS key FROM attachments WHERE tenant_id = $1 AND storage_key IS NOT NULL
     UNION ALL SELECT storage_key FROM person_exports WHERE tenant_id = $1 AND storage_key IS NOT NULL`,
    [tenantId],
  )
  for (const { key } of rows)
    await api.services.platform.files.put(key, Buffer.from(MARKER), 'text/plain')
  return rows.map(({ key }) => key)
}

export const personOf = (ctx: Context, somebody: Somebody): Promise<Person> =>
  read(ctx, 'erasures:read', (reader) => loadPerson(reader, somebody))

const valuesOf = (ctx: Context, { people, recordIds }: Person, text: string) => [
  ctx.tenantId,
  people,
  ...(text.includes('$3') ? [recordIds] : []),
]

/** Texts that can be marked: no keys or generated columns. */
const MARKABLE = `
  SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type
  FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    AND format_type(a.atttypid, NULL) IN ('text', 'jsonb', 'text[]')
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype IN ('p', 'f') AND a.attnum = ANY (k.conkey))`

/** References by id, and values read back by the code under test. */
const NOT_MARKED = new Set([
  'subject_id',
  'recipient_id',
  'person_ids',
  'kind',
  'content_type',
  'workflow_id',
])

/** Writes the marker into every value that the list removes or empties; if a check forbids it, appends it. */
const mark = async (api: TestApi, ctx: Context, somebody: Somebody): Promise<void> => {
  const person = await personOf(ctx, somebody)
  for (const [table, { [person.kind]: of, nonPersonalColumns = [] }] of Object.entries(
    PERSON_TABLES,
  )) {
    if (!of || of.erasing.some((rule) => rule.how === 'KEEP')) continue
    const columns = await api.query<{ name: string; type: string }>(MARKABLE, [table])
    for (const { name, type } of columns) {
      if (nonPersonalColumns.includes(name) || NOT_MARKED.has(name)) continue
      const text = `UPDATE ${table} t SET ${name} = ${markOf(name, type)} WHERE t.tenant_id = $1 AND ${of.rows('t')}`
      for (const where of ['', ` AND t.${name} IS NOT NULL`])
        if (await isTaken(api, text + where, valuesOf(ctx, person, text))) break
    }
  }
}

/** False if a check of the table forbids it. */
const isTaken = (api: TestApi, text: string, values: unknown[]): Promise<boolean> =>
  api.query(text, values).then(
    () => true,
    (error: { code?: string; message: string }) => {
      if (error.code === '23514') return false
      throw new Error(`${text}: ${error.message}`)
    },
  )

const markOf = (name: string, type: string): string => {
  // Some values are unique.
  if (type === 'text') return `'${MARKER} ' || t.ctid || left(md5(random()::text), 6)`
  if (type === 'text[]') return `ARRAY['${MARKER}']`
  return `CASE jsonb_typeof(t.${name}) WHEN 'object' THEN t.${name} || '{"reason": "${MARKER}"}' ELSE '["${MARKER}"]' END`
}

/** Columns to be emptied, and tables with rows to be removed, that lack the marker. */
export const unmarked = async (api: TestApi): Promise<string[]> => {
  const marked = await markedColumns(api)
  const missing: string[] = []
  for (const [table, { child, client, nonPersonalColumns = [] }] of Object.entries(PERSON_TABLES)) {
    const rules = [...(child?.erasing ?? []), ...(client?.erasing ?? [])]
    for (const rule of rules)
      if (rule.how === 'EMPTY')
        missing.push(
          ...rule.columns
            .map((it) => `${table}.${it.split('.')[0]}`)
            // A date becomes its year.
            .filter((it) => !marked.includes(it) && it !== 'children.birth_date'),
        )
    const columns = await api.query<{ name: string }>(MARKABLE, [table])
    const texts = columns.filter(
      ({ name }) => !nonPersonalColumns.includes(name) && !NOT_MARKED.has(name),
    )
    if (rules.some(({ how }) => how === 'REMOVE') && texts.length > 0)
      if (!marked.some((it) => it.startsWith(`${table}.`))) missing.push(table)
  }
  return missing
}

/** Every `table.column` that contains the marker. */
export const markedColumns = async (api: TestApi): Promise<string[]> => {
  const tables = await api.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY 1) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' GROUP BY 1 ORDER BY 1`,
  )
  const found: string[] = []
  for (const { table, columns } of tables) {
    const looks = columns.map(
      (it) => `count(*) FILTER (WHERE "${it}"::text ~* '${MARKER}')::int AS "${it}"`,
    )
    const [row] = await api.query<Record<string, number>>(
      `SELECT ${looks.join(', ')} FROM "${table}"`,
    )
    found.push(...columns.filter((it) => row![it]! > 0).map((it) => `${table}.${it}`))
  }
  return found
}

/** Number of rows per rule of a person. */
export const countsOf = async (api: TestApi, ctx: Context, person: Person): Promise<number[]> => {
  const counts: number[] = []
  for (const { table, rows } of rulesFor(person.kind)) {
    const text = `SELECT count(*)::int AS n FROM ${table} t WHERE t.tenant_id = $1 AND ${rows('t')}`
    const [row] = await api.query<{ n: number }>(text, valuesOf(ctx, person, text))
    counts.push(row!.n)
  }
  return counts
}

/** Starts an erasure immediately, like its workflow. Returns its id. */
export const erase = async (
  ctx: OutsideContext,
  { childId, clientId }: Somebody,
): Promise<string> => {
  const id = await scheduleErasure(ctx, {
    ...(childId ? { childId } : { clientId: clientId! }),
    reason: MARKER,
    requester: MARKER,
    graceDays: 0,
  })
  await advanceErasure(ctx, { id })
  return id
}
