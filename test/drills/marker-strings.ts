import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { openDrillWorld } from './drill-world.ts'
import { Ledger } from './ledger.ts'
import { callMarked } from './marked-calls.ts'
import { handedOver, subjectsOf } from './marked-mail.ts'
import type { World } from '../contract/world.ts'
import { query, type Site } from './site.ts'

/** Tables whose text may be personal: the records themselves and their history. */
const NOT_RECORDS = [
  'outbox',
  'webhook_endpoints',
  'webhook_deliveries',
  'webhook_attempts',
  'follow_ups',
  'follow_up_steps',
  'audit_entries',
  'audit_seals',
  'audit_heads',
  'idempotency_keys',
  'api_keys',
  'refresh_tokens',
  'revoked_tokens',
  'rate_limits',
  'signing_keys',
  'operator_tokens',
  'webhook_recoveries',
  'one_time_links',
  'messages',
  'freed_slots',
  'person_exports',
  'care_team_members',
  'child_merges',
  'program_deadlines',
]

export const markerStrings: Drill = {
  name: 'marker-strings',
  quick: true,
  what: "a marker in every free text of every operation: looked for in logs, metrics, Temporal's database, problem documents, webhooks, subjects of e-mails, audit and outbox",
  run: async (run) => {
    const { site, random, count, holds } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const marker = `zqx${random.between(10 ** 9, 10 ** 10)}`
    const bodies: string[] = []
    const world = await openDrillWorld(site, centre, marker)
    const marked = await callMarked(world, marker)
    const appointmentId = await tellAbout(world, marker)
    await applyAndAsk(world, marker)
    bodies.push(...marked.refusals)
    await refusals(centre, { marker, bodies })
    // Both sides log a statement that the database refuses during shutdown.
    const dying = Promise.all(Array.from({ length: 10 }, () => register(centre, marker)))
    await sleep(random.between(1, 30))
    await site.postgres.end('SIGQUIT')
    await site.postgres.start()
    await dying
    await handedOver(site, centre.tenantId)
    const subjects = await subjectsOf(site, centre.tenantId, FEWEST_MAILS)

    const places = new Map<string, string>([
      ['problem documents', bodies.join('\n')],
      ['subjects of e-mails', subjects.join('\n')],
      ['webhook bodies', centre.subscriber.bodies.join('\n')],
      ...(await metricsOf(site)),
      ...filesOf(site),
      ...(await temporalTables(site)),
    ])
    const found = [...places].filter(([, text]) => formsOf(marker).some((it) => text.includes(it)))
    holds(
      'nowhere',
      found.length === 0,
      found.map(([place, text]) => excerpt(place, text, marker)),
    )
    holds(
      "the search works: the appointment's id is in Temporal's database",
      [...places].some(
        ([name, text]) => /^temporal(\.db|_visibility)/.test(name) && text.includes(appointmentId),
      ),
    )
    const planted = await searchTables(run, marker)
    const size = [...places.values()].reduce((sum, { length }) => sum + length, 0)
    count('operations called with it', marked.operations)
    count('members that took it', marked.members)
    count('columns with the marker', planted.length)
    count('webhook bodies', centre.subscriber.bodies.length)
    count('subjects of e-mails', subjects.length)
    count('places searched', places.size + NOT_RECORDS.length)
    count('MB searched', (size / 1e6).toFixed(1))
    count('refusals', bodies.length)
    holds('every operation that takes text was called', marked.failed.length === 0, marked.failed)
    holds('people were told something', subjects.length >= FEWEST_MAILS, subjects)
    holds('the marker was planted', planted.length >= FEWEST_COLUMNS, planted)
  },
}

/** At the last count, 70 columns of records contained it. */
const FEWEST_COLUMNS = 65

/**
 * Notices to a family when a restriction is lifted and to the centre after break-glass access; questions to a
 * family and an applicant.
 */
const FEWEST_MAILS = 5

/** What people enter through links, and messages about a family whose names are the marker. */
const tellAbout = async (world: World, marker: string): Promise<string> => {
  await world.feedback()
  await world.familyCheckIn()
  await world.client.patch('/v1/message-settings', { privacyContactEmail: 'privacy@example.org' })
  const { id: childId } = await world.child({ firstName: marker, lastName: marker })
  const person = { name: marker, email: 'mara@example.org' }
  const { id: clientId } = await world.make('/v1/clients', person)
  const kinship = { childId, clientId, relationship: marker, legal: true }
  await world.make('/v1/guardianships', kinship)
  const { id: providerId } = await world.provider()
  const { id } = await world.make('/v1/appointments', { ...(await world.booking()), childId })
  await world.make('/v1/break-glass-grants', { childId, providerId, reason: `${marker} reason` })
  const ground = { ground: 'LEGAL_CLAIM', reason: marker }
  const restriction = await world.make('/v1/processing-restrictions', { childId, ...ground })
  await world.make(`/v1/processing-restrictions/${restriction.id}/lift`, { reason: marker })
  return id
}

/** An applying family and an applying provider who enter only the marker. */
const applyAndAsk = async (world: World, marker: string): Promise<void> => {
  // Drills run at any hour.
  await world.client.patch('/v1/message-settings', { quietHours: null })
  const names = { contactName: marker, childFirstName: marker, childLastName: marker }
  const said = { relationship: marker, message: marker, campaign: marker, payer: marker }
  const lead = await world.lead({ ...names, ...said, needs: [] })
  const attempt = { channel: 'PHONE', outcome: 'REACHED', note: marker }
  await world.make(`/v1/leads/${lead.id}/contact-attempts`, attempt)
  await world.leadIntake({}, { contactName: marker, childLastName: marker, message: marker })
  const { id: convertedId } = await world.qualifiedLead({ ...names, ...said })
  await world.make(`/v1/leads/${convertedId}/convert`, {})
  const { planId } = await world.newOnboarding()
  const applicant = { name: marker, email: `${marker}@example.org` }
  const onboarding = await world.make('/v1/provider-onboardings', { planId, applicant })
  await world.api.anonymous().post(await world.applicationLink(onboarding.id), {
    'references.name.1': marker,
    'references.email.1': `referee.${marker}@example.org`,
  })
}

interface Planting {
  marker: string
  bodies: string[]
}

const register = ({ client }: Centre, marker: string) =>
  client.write({
    path: '/v1/children',
    body: { firstName: marker, lastName: marker, birthDate: '2021-04-30' },
    effect: 'child.registered',
  })

/** Requests refused for their content; problem documents must not repeat it. */
const refusals = async ({ client, nextBooking }: Centre, { marker, bodies }: Planting) => {
  const child = { firstName: marker, lastName: marker, birthDate: '2021-04-30' }
  const wrong: [path: string, body: unknown][] = [
    ['/v1/children', { ...child, birthDate: marker }],
    ['/v1/children', { ...child, lastName: `${marker}\u0000` }],
    ['/v1/children', { ...child, lastName: marker.repeat(200) }],
    ['/v1/children', { ...child, fundingProgram: marker }],
    ['/v1/children', { ...child, primaryProviderId: marker }],
    ['/v1/children', { ...child, referral: marker }],
    ['/v1/children', marker],
    ['/v1/clients', { name: marker, email: marker }],
    ['/v1/clients', { name: marker, address: { line1: marker, country: marker } }],
    ['/v1/clients', { name: marker, custom_fields: { nested: { member: marker } } }],
    ['/v1/appointments', { ...nextBooking(), notes: marker.repeat(400) }],
    ['/v1/appointments', { ...nextBooking(), startsAt: marker }],
    ['/v1/appointments', { ...nextBooking(), type: marker }],
    ['/v1/orders', { childId: marker, currency: marker }],
    ['/v1/form-templates', { name: marker, definition: { sections: marker } }],
    ['/v1/form-responses', { childId: marker, templateId: marker }],
    ['/v1/webhook-endpoints', { url: `http://10.0.0.1/${marker}`, eventTypes: ['*'] }],
  ]
  for (const [where, body] of wrong) {
    const { status, text } = await client.call({ method: 'POST', path: where, body })
    if ((status ?? 0) < 400) throw new Error(`POST ${where} was not refused: ${status}`)
    bodies.push(text)
  }
  for (const query of ['cursor', 'limit', 'sort', 'childId']) {
    bodies.push((await client.call({ path: `/v1/appointments?${query}=${marker}` })).text)
  }
}

/** The text itself and its base64 forms at each alignment. */
const formsOf = (marker: string): string[] => {
  const shifted = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + marker).toString('base64')
    // The first and last characters also depend on neighbouring bytes.
    return encoded.slice(shift === 0 ? 0 : 4, -4)
  })
  return [marker, ...shifted]
}

const metricsOf = async ({ apis, workers }: Site): Promise<[string, string][]> =>
  Promise.all(
    [...apis, ...workers].map(async ({ name, metricsUrl }): Promise<[string, string]> => {
      return [`metrics of ${name}`, await (await fetch(metricsUrl)).text()]
    }),
  )

/** Logs of every process, and Temporal's database with its write-ahead log. */
const filesOf = ({ dir }: Site): [string, string][] =>
  [dir, path.join(dir, 'temporal'), path.join(dir, 'postgres')].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(log|db|db-wal)$/.test(name))
      .map((name): [string, string] => [name, readFileSync(path.join(folder, name), 'latin1')]),
  )

/** The tables of a Temporal cluster, because files of PostgreSQL are partly compressed. */
const temporalTables = async ({ cluster }: Site): Promise<[string, string][]> => {
  const found: [string, string][] = []
  for (const url of cluster?.databaseUrls ?? []) {
    const tables = await query<{ name: string }>(url, TABLES)
    for (const { name } of tables) {
      const rows = await query(url, `SELECT * FROM "${name}"`)
      const text = rows.flatMap((row) => Object.values(row).map(textOf)).join('\n')
      found.push([`${new URL(url).pathname.slice(1)}.${name}`, text])
    }
  }
  return found
}

const TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
const textOf = (value: unknown): string =>
  Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)

const excerpt = (place: string, text: string, marker: string): string => {
  const at = text.indexOf(marker)
  return `${place}: ${at < 0 ? 'in base64' : text.slice(Math.max(0, at - 150), at + 60)}`
}

/** Record columns that contain it; fails for any other table. */
const searchTables = async ({ site, holds }: DrillRun, marker: string): Promise<string[]> => {
  const columns = await site.query<{ table: string; column: string }>(COLUMNS)
  const planted: string[] = []
  for (const { table, column } of columns) {
    const text = `SELECT count(*)::int AS n FROM "${table}" WHERE "${column}"::text LIKE $1`
    const [found] = await site.query<{ n: number }>(text, [`%${marker}%`])
    if (found!.n === 0) continue
    planted.push(`${table}.${column}`)
    if (!NOT_RECORDS.includes(table)) continue
    const where = `SELECT left("${column}"::text, 500) AS text FROM "${table}" WHERE "${column}"::text LIKE $1`
    holds(`not in ${table}`, false, await site.query(where, [`%${marker}%`]))
  }
  return planted
}

const COLUMNS = `
  SELECT table_name AS table, column_name AS column FROM information_schema.columns
  WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb', 'ARRAY', 'character varying')
  ORDER BY 1, 2`
