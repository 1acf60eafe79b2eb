import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger, type Call } from './ledger.ts'
import { settled } from './oracle.ts'
import type { Site } from './site.ts'

/** Tables whose text is allowed to be personal: the records themselves, and their own history. */
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
]

export const markerStrings: Drill = {
  name: 'marker-strings',
  what: "a marker in every personal field: looked for in logs, metrics, Temporal's database, problem documents, webhooks, audit and outbox",
  run: async (run) => {
    const { site, random, count, holds } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const marker = `zqx${random.between(10 ** 9, 10 ** 10)}`
    const bodies: string[] = []
    const appointmentId = await plant(centre, { marker, bodies })
    await refusals(centre, { marker, bodies })
    // A statement that the database refuses while it goes down is logged by both sides.
    const dying = Promise.all(Array.from({ length: 10 }, () => register(centre, marker)))
    await sleep(random.between(1, 30))
    await site.postgres.end('SIGQUIT')
    await site.postgres.start()
    await dying
    await settled(run, [centre])

    const places = new Map<string, string>([
      ['problem documents', bodies.join('\n')],
      ['webhook bodies', centre.subscriber.bodies.join('\n')],
      ...(await metricsOf(site)),
      ...filesOf(site),
    ])
    const found = [...places].filter(([, text]) => formsOf(marker).some((it) => text.includes(it)))
    holds(
      'nowhere',
      found.length === 0,
      found.map(([place, text]) => excerpt(place, text, marker)),
    )
    const database = filesOf(site).find(([name]) => name.endsWith('temporal.db'))
    holds(
      "the search works: the appointment's id is in Temporal's database",
      database?.[1].includes(appointmentId) ?? false,
    )
    const planted = await searchTables(run, marker)
    const size = [...places.values()].reduce((sum, { length }) => sum + length, 0)
    count('columns with the marker', planted.length)
    count('places searched', places.size + NOT_RECORDS.length)
    count('MB searched', (size / 1e6).toFixed(1))
    count('refusals', ledger.calls.filter(isRefusal).length)
    holds('the marker was planted', planted.length >= 25, planted)
  },
}

interface Planting {
  marker: string
  bodies: string[]
}

/** One record of every kind that says something of a person, with the marker in every free text. */
const plant = async ({ client, nextBooking }: Centre, { marker }: Planting): Promise<string> => {
  const make = async (where: string, body: unknown): Promise<string> => {
    const { status, text } = await client.call({ method: 'POST', path: where, body })
    if (status !== 201 && status !== 200) throw new Error(`POST ${where}: ${status} ${text}`)
    return (JSON.parse(text) as { id: string }).id
  }
  const address = { line1: marker, line2: marker, city: marker, region: marker }
  const home = { ...address, postalCode: marker, country: 'DE' }
  const email = `${marker}@example.org`
  const locationId = await make('/v1/locations', {
    name: marker,
    zone: 'Europe/Berlin',
    phone: marker,
    address: home,
  })
  const providerId = await make('/v1/providers', {
    name: marker,
    email,
    phone: marker,
    specialties: [],
    locationIds: [locationId],
  })
  const childId = await make('/v1/children', {
    firstName: marker,
    lastName: marker,
    birthDate: '2021-04-30',
    referral: { source: marker, note: marker },
  })
  const custom = { key: 'diagnosis', label: 'Diagnosis', type: 'text' }
  await make('/v1/custom-fields', custom)
  const clientId = await make('/v1/clients', {
    name: marker,
    email,
    phone: marker,
    address: home,
    custom_fields: { diagnosis: marker },
  })
  const pet = { clientId, name: marker, species: marker, breed: marker, notes: marker }
  await make('/v1/pets', pet)
  const kinship = { childId, clientId, relationship: marker, legal: true, billing: true }
  await make('/v1/guardianships', kinship)
  const book = () =>
    make('/v1/appointments', { ...nextBooking(), childId, providerId, notes: marker })
  const appointmentId = await book()
  await make(`/v1/appointments/${appointmentId}/cancel`, { initiator: 'CLIENT', reason: marker })
  await make(`/v1/appointments/${await book()}/mark-in-error`, { reason: marker })
  await client.call({
    method: 'PATCH',
    path: `/v1/appointments/${await book()}`,
    body: { notes: `${marker} again` },
  })
  const line = { description: marker, quantity: 1, unitAmount: 100 }
  await make('/v1/orders', { childId, lines: [line], currency: 'EUR' })
  const startedAt = new Date(Date.now() - 3_600_000).toISOString()
  const sessionId = await make('/v1/sessions', { childId, providerId, startedAt })
  const note = { subjective: marker, objective: marker, assessment: marker, plan: marker }
  const noteId = await make(`/v1/sessions/${sessionId}/notes`, note)
  await make(`/v1/session-notes/${noteId}/sign`, undefined)
  const instrumentId = await make('/v1/assessment-instruments', {
    name: marker,
    scores: [{ key: 'talk', label: marker }],
  })
  await make('/v1/assessments', {
    childId,
    instrumentId,
    administeredOn: startedAt.slice(0, 10),
    rawScores: { talk: 5 },
    comment: marker,
  })
  const cycleId = await make('/v1/treatment-cycles', {
    childId,
    payer: marker,
    reference: marker,
    authorised: 10,
    startsOn: '2026-09-01',
    endsOn: '2027-02-28',
  })
  await make(`/v1/treatment-cycles/${cycleId}/close`, { reason: marker })
  const question = { type: 'longText', key: 'said', label: marker, help: marker }
  const sections = [{ title: marker, text: marker, questions: [question] }]
  const form = { name: marker, definition: { sections, signature: true } }
  const templateId = await make('/v1/form-templates', form)
  await make(`/v1/form-templates/${templateId}/publish`, undefined)
  // Its guardian is asked, reminded and told by e-mail.
  const responseId = await make('/v1/form-responses', { childId, templateId })
  const answers = { said: marker }
  await make(`/v1/form-responses/${responseId}/submit`, { answers, signedName: marker })
  await make('/v1/form-responses', { childId, templateId })
  return appointmentId
}

const register = ({ client }: Centre, marker: string) =>
  client.write({
    path: '/v1/children',
    body: { firstName: marker, lastName: marker, birthDate: '2021-04-30' },
    effect: 'child.registered',
  })

/** Requests that are refused for what they say; their problem documents must not repeat it. */
const refusals = async ({ client, nextBooking }: Centre, { marker, bodies }: Planting) => {
  const child = { firstName: marker, lastName: marker, birthDate: '2021-04-30' }
  const wrong: [path: string, body: unknown][] = [
    ['/v1/children', { ...child, birthDate: marker }],
    ['/v1/children', { ...child, lastName: `${marker}\u0000` }],
    ['/v1/children', { ...child, lastName: marker.repeat(200) }],
    ['/v1/children', { ...child, programme: marker }],
    ['/v1/children', { ...child, primaryProviderId: marker }],
    ['/v1/children', { ...child, referral: marker }],
    ['/v1/children', marker],
    ['/v1/clients', { name: marker, email: marker }],
    ['/v1/clients', { name: marker, address: { line1: marker, country: marker } }],
    ['/v1/clients', { name: marker, custom_fields: { unknown: marker } }],
    ['/v1/appointments', { ...nextBooking(), notes: marker.repeat(400) }],
    ['/v1/appointments', { ...nextBooking(), startsAt: marker }],
    ['/v1/appointments', { ...nextBooking(), type: marker }],
    ['/v1/orders', { childId: marker, currency: marker }],
    ['/v1/form-templates', { name: marker, definition: { sections: marker } }],
    ['/v1/form-responses', { childId: marker, templateId: marker }],
    ['/v1/webhook-endpoints', { url: `http://10.0.0.1/${marker}`, eventTypes: ['*'] }],
  ]
  for (const [where, body] of wrong) {
    bodies.push((await client.call({ method: 'POST', path: where, body })).text)
  }
  for (const query of ['cursor', 'limit', 'sort', 'childId']) {
    bodies.push((await client.call({ path: `/v1/appointments?${query}=${marker}` })).text)
  }
}

const isRefusal = ({ status }: Call) => status !== undefined && status >= 400

/** As it is, and as it would stand in base64, whatever comes before it. */
const formsOf = (marker: string): string[] => {
  const shifted = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + marker).toString('base64')
    // The first and last characters also depend on the neighbours.
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

/** Logs of every process, and Temporal's own database with its write-ahead log. */
const filesOf = ({ dir }: Site): [string, string][] =>
  [dir, path.join(dir, 'temporal'), path.join(dir, 'postgres')].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(log|db|db-wal)$/.test(name))
      .map((name): [string, string] => [name, readFileSync(path.join(folder, name), 'latin1')]),
  )

const excerpt = (place: string, text: string, marker: string): string => {
  const at = text.indexOf(marker)
  return `${place}: ${at < 0 ? 'in base64' : text.slice(Math.max(0, at - 150), at + 60)}`
}

/** Columns of the records that have it; fails for every other table that has it. */
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
