import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHILD_TABLES } from '#people/child-merges/rules.ts'
import {
  create,
  newAppointment,
  newChild,
  newClient,
  newProvider,
  refusal,
  type Page,
  type Resource,
} from '../resources/centre.ts'
import { joinAs } from '../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

interface Found {
  data: { score: number; child: Resource; reasons?: string[] }[]
}

/** Records tied to the requested record whatever happens to it: who opened or took which one when. */
const STAYING = [
  'break_glass_grants',
  'erasures',
  'person_exports',
  'processing_restrictions',
  'therapist_matches',
]

describe('search by name', () => {
  const search = async (client: ApiClient, name: string) => {
    const { body } = await client.get<Found>(`/v1/children/search?name=${encodeURIComponent(name)}`)
    return body.data.map(
      ({ child }) => `${child['firstName'] as string} ${child['lastName'] as string}`,
    )
  }

  test('tolerates typing errors, accents, case, order and punctuation', async () => {
    const client = await api.createTenant()
    for (const [firstName, lastName] of [
      ['Łucja', 'Wiśniewska-Groß'],
      ['Lena', 'Weiss'],
      ['Søren', 'O’Brien'],
      ['Ольга', 'Иванова'],
      ['Tom', 'Schuster'],
    ])
      await newChild(client, { firstName, lastName })
    for (const [query, first] of [
      ['lucja', 'Łucja Wiśniewska-Groß'],
      ['Gross', 'Łucja Wiśniewska-Groß'],
      ['Wisniewska', 'Łucja Wiśniewska-Groß'],
      ['WIESS', 'Lena Weiss'],
      ['weis lena', 'Lena Weiss'],
      ['lena wess', 'Lena Weiss'],
      ['soren', 'Søren O’Brien'],
      ["O'Brein", 'Søren O’Brien'],
      ['иванова', 'Ольга Иванова'],
      ['Shuster', 'Tom Schuster'],
    ])
      expect([query, (await search(client, query!))[0]]).toEqual([query, first])
    expect(await search(client, 'xyzzy')).toEqual([])
  })

  test('finds neither archived children nor those of other centres', async () => {
    const [client, stranger] = await Promise.all([api.createTenant(), api.createTenant()])
    await newChild(stranger, { lastName: 'Weissenfels' })
    const { id } = await newChild(client, { lastName: 'Weissenberg' })
    expect(await search(client, 'Weissenfels')).toEqual(['Lena Weissenberg'])
    await client.post(`/v1/children/${id}/archive`)
    expect(await search(client, 'Weissenberg')).toEqual([])
  })

  test('works for clients too', async () => {
    const client = await api.createTenant()
    const { id } = await newClient(client, { name: 'Familie Krüger' })
    const { body } = await client.get<{ data: { client: Resource }[] }>(
      '/v1/clients/search?name=krugr',
    )
    expect(body.data.map((it) => it.client.id)).toEqual([id])
  })

  test('returns nothing in SQL without a tenant, and uses its index', async () => {
    const client = await api.createTenant()
    await newChild(client)
    const app = new Client({ connectionString: api.database.appUrl })
    await app.connect()
    try {
      const find = `SELECT id FROM therapy.find_children(ARRAY['weiss'], 0.3, 10)`
      expect((await app.query(find)).rows).toEqual([])
      await expect(app.query('SET ROLE therapy_search')).rejects.toThrow(/permission denied/)
      await app.query('BEGIN')
      await app.query(`SET LOCAL app.tenant = '${client.tenantId}'`)
      expect((await app.query(find)).rows).toHaveLength(1)
    } finally {
      await app.end()
    }
    await api.query(
      `INSERT INTO children (tenant_id, id, first_name, last_name, birth_date, created_at, updated_at)
       SELECT $1, 'chd_' || n, md5(n::text), md5((n * 7)::text), '2020-01-01', now(), now()
       FROM generate_series(1, 5000) AS n`,
      [client.tenantId],
    )
    await api.query('ANALYZE children')
    await api.query('BEGIN')
    await api.query('SET LOCAL ROLE therapy_search')
    await api.query(`SET LOCAL app.tenant = '${client.tenantId}'`)
    const plan = await api.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM children WHERE tenant_id = therapy.current_tenant() AND archived_at IS NULL
         AND search_name %> 'weiss'`,
    )
    await api.query('ROLLBACK')
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*search_name %>/)
  })
})

test('clients can be filtered by the value of a custom field', async () => {
  const client = await api.createTenant()
  for (const [key, type] of [
    ['plan', 'TEXT'],
    ['children', 'NUMBER'],
    ['newsletter', 'BOOLEAN'],
  ])
    await create(client, '/v1/custom-fields', { key, label: key, type })
  const a = await newClient(client, {
    custom_fields: { plan: '12', children: 3, newsletter: true },
  })
  const b = await newClient(client, { custom_fields: { plan: 'a:b', children: 12 } })
  const found = async (customField: string) => {
    const path = `/v1/clients?customField=${encodeURIComponent(customField)}`
    return (await client.get<Page>(path)).body.data.map(({ id }) => id)
  }
  expect(await found('plan:12')).toEqual([a.id])
  expect(await found('children:12')).toEqual([b.id])
  expect(await found('children:3')).toEqual([a.id])
  expect(await found('newsletter:true')).toEqual([a.id])
  expect(await found('plan:a:b')).toEqual([b.id])
  expect(await found('plan:x')).toEqual([])
  expect(refusal(await client.get('/v1/clients?customField=plan'))).toEqual([
    400,
    'validation_failed',
    'customField: invalid_format',
  ])
})

test('alerts are stored with the child and left out of the audit trail', async () => {
  const client = await api.createTenant()
  const alerts = [{ kind: 'ALLERGY', text: 'Marker-Peanut' }]
  const { id } = await newChild(client, { alerts })
  expect((await client.get(`/v1/children/${id}`)).body).toMatchObject({ alerts })
  await client.patch(`/v1/children/${id}`, { alerts: [] })
  const rows = await api.query('SELECT changes FROM audit_entries WHERE subject_id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain('Marker-Peanut')
})

describe('duplicates', () => {
  test('are found by name and birth date, with reasons', async () => {
    const client = await api.createTenant()
    const child = await newChild(client, { birthDate: '2021-04-03' })
    const make = (firstName: string, lastName: string, birthDate: string) =>
      newChild(client, { firstName, lastName, birthDate })
    const same = await make('Lena', 'Weiß', '2021-04-03')
    const swapped = await make('Lena', 'Weis', '2021-03-04')
    const otherDate = await make('Lena', 'Weiss', '2015-01-01')
    await make('Tom', 'Kowalski', '2021-04-03')
    await make('Lena', 'Kowalski', '2019-09-09')
    const sibling = await make('Lenny', 'Weiss', '2018-02-02')
    const { id: clientId } = await newClient(client)
    for (const childId of [child.id, sibling.id])
      await create(client, '/v1/guardianships', { childId, clientId, relationship: 'mother' })

    const { body } = await client.get<Found>(`/v1/children/${child.id}/duplicates`)
    const reasons = new Map(body.data.map((it) => [it.child.id, it.reasons]))
    expect(body.data[0]!.child.id).toBe(same.id)
    expect(reasons.get(same.id)).toEqual(['similar_name', 'same_birth_date'])
    expect(reasons.get(swapped.id)).toEqual(['similar_name', 'similar_birth_date'])
    expect(reasons.get(otherDate.id)).toEqual(['similar_name'])
    expect(reasons.get(sibling.id)).toEqual(['similar_name', 'same_guardian'])
    expect(reasons.size).toBe(4)
  })
})

describe('a merge', () => {
  const START = '2026-12-01T10:00:00+01:00'

  /** Two records of one child, the second with an appointment, a session, a goal and a guardian. */
  const twins = async () => {
    const client = await api.createTenant()
    const appointment = await newAppointment(client)
    const duplicateId = appointment['childId'] as string
    const { id } = await newChild(client)
    const { id: clientId } = await newClient(client)
    const providerId = (await newProvider(client)).id
    const session = await create(client, '/v1/sessions', {
      childId: duplicateId,
      providerId,
      startedAt: '2026-11-20T10:00:00+01:00',
    })
    const guardianships = []
    for (const childId of [id, duplicateId])
      guardianships.push(
        await create(client, '/v1/guardianships', { childId, clientId, relationship: 'mother' }),
      )
    return { client, id, duplicateId, appointment, session, providerId, guardianships }
  }
  const childOf = async (client: ApiClient, path: string) =>
    (await client.get<Resource>(path)).body['childId']
  /** The events about a record. */
  const toldOf = async ({ tenantId }: ApiClient, subjectId: string) => {
    const rows = await api.query<{ type: string; payload: { changedMembers?: string[] } }>(
      `SELECT type, payload FROM outbox WHERE tenant_id = $1 AND kind = 'event' AND subject_id = $2
       ORDER BY seq`,
      [tenantId, subjectId],
    )
    return rows.map(({ type, payload }) => [type, payload.changedMembers?.toSorted()])
  }

  test('requires the permission to change care teams', async () => {
    const { client, id, duplicateId } = await twins()
    const role = await create(client, '/v1/roles', {
      name: 'Tidies records',
      permissions: ['children:read', 'child-merges:read', 'child-merges:write'],
      sight: 'CENTRE',
    })
    const person = await joinAs(api, client, { roles: [role.id] })
    const refused = await person.post<object>(`/v1/children/${id}/merge`, { duplicateId })
    expect(refusal(refused)).toEqual([403, 'insufficient_role'])
    const merge = await create(client, `/v1/children/${id}/merge`, { duplicateId })
    const path = `/v1/child-merges/${merge.id}/reverse`
    expect(refusal(await person.post<object>(path))).toEqual([403, 'insufficient_role'])
    const administrator = await joinAs(api, client, { roles: ['ADMINISTRATOR'] })
    expect((await administrator.post(path)).status).toBe(200)
  })

  test('moves all records of the duplicate, which then names the surviving record', async () => {
    const { client, id, duplicateId, appointment, session, guardianships } = await twins()
    const merge = await create(client, `/v1/children/${id}/merge`, { duplicateId })
    expect(merge).toMatchObject({
      childId: id,
      duplicateId,
      status: 'MERGED',
      moved: { appointments: 1, sessions: 1, endedGuardianships: 1 },
    })
    expect(await childOf(client, `/v1/appointments/${appointment.id}`)).toBe(id)
    expect(await childOf(client, `/v1/sessions/${session.id}`)).toBe(id)
    expect((await client.get(`/v1/guardianships/${guardianships[1]!.id}`)).body).toMatchObject({
      childId: duplicateId,
      endedAt: expect.any(String),
    })
    expect((await client.get(`/v1/children/${duplicateId}`)).body).toMatchObject({
      mergedIntoId: id,
      archivedAt: expect.any(String),
    })
  })

  test('announces each moved record, and again when it is reversed', async () => {
    const { client, id, duplicateId, session, guardianships } = await twins()
    const merge = await create(client, `/v1/children/${id}/merge`, { duplicateId })
    const moved = ['session.updated', ['childId']]
    const ended = ['guardianship.updated', ['endedAt']]
    expect(await toldOf(client, session.id)).toEqual([['session.created', undefined], moved])
    expect((await toldOf(client, guardianships[1]!.id)).slice(1)).toEqual([ended])
    expect((await toldOf(client, guardianships[0]!.id)).slice(1)).toEqual([])
    expect((await client.post(`/v1/child-merges/${merge.id}/reverse`)).status).toBe(200)
    expect((await toldOf(client, session.id)).slice(1)).toEqual([moved, moved])
    expect((await toldOf(client, guardianships[1]!.id)).slice(1)).toEqual([ended, ended])
  })

  test('of a child with current appointments keeps them running', async () => {
    const { client, id, duplicateId, appointment } = await twins()
    await create(client, `/v1/children/${id}/merge`, { duplicateId })
    for (const verb of ['check-in', 'start', 'complete'])
      expect((await client.post(`/v1/appointments/${appointment.id}/${verb}`)).status).toBe(200)
    const { data } = (await client.get<Page>(`/v1/sessions?childId=${id}`)).body
    expect(data).toHaveLength(2)
    const { id: opened } = data.find((it) => it['appointmentId'] === appointment.id)!
    expect(await toldOf(client, opened)).toEqual([
      ['session.created', undefined],
      ['session.updated', ['endedAt']],
    ])
    expect((await client.post(`/v1/appointments/${appointment.id}/undo`)).status).toBe(200)
    expect((await toldOf(client, opened)).at(-1)).toEqual(['session.updated', ['endedAt']])
  })

  test('is refused while both have simultaneous appointments, and names them', async () => {
    const { client, id, duplicateId, appointment, providerId } = await twins()
    const { id: locationId } = await create(client, '/v1/locations', {
      name: 'L',
      timeZone: 'Europe/Berlin',
    })
    const other = await create(client, '/v1/appointments', {
      childId: id,
      providerId,
      locationId,
      type: 'INTAKE',
      startsAt: START,
    })
    const refused = await client.post<{ appointments: object[] }>(`/v1/children/${id}/merge`, {
      duplicateId,
    })
    expect(refusal(refused)).toEqual([409, 'appointments_overlap'])
    expect(refused.body.appointments).toEqual([{ kept: other.id, moving: appointment.id }])
    expect(await childOf(client, `/v1/appointments/${appointment.id}`)).toBe(duplicateId)
  })

  test('allows no operation on the duplicate except reversing the merge', async () => {
    const { client, id, duplicateId, providerId } = await twins()
    await create(client, `/v1/children/${id}/merge`, { duplicateId })
    const refused = await client.patch<{ mergedIntoId: string }>(`/v1/children/${duplicateId}`, {
      firstName: 'L',
    })
    expect(refusal(refused)).toEqual([409, 'child_merged'])
    expect(refused.body.mergedIntoId).toBe(id)
    expect(refusal(await client.post(`/v1/children/${duplicateId}/restore`))).toEqual([
      409,
      'child_merged',
    ])
    expect(refusal(await client.post(`/v1/children/${id}/merge`, { duplicateId }))).toEqual([
      409,
      'child_merged',
    ])
    expect(
      refusal(await client.post(`/v1/children/${duplicateId}/merge`, { duplicateId: id })),
    ).toEqual([409, 'child_merged'])
    const booking = { childId: duplicateId, providerId, type: 'INTAKE', startsAt: START }
    expect(refusal(await client.post('/v1/appointments', booking))).toEqual([
      400,
      'invalid_reference',
      'childId: invalid_reference',
    ])
  })

  test('can be reversed within 30 days, and each record gets its own data back', async () => {
    const { client, id, duplicateId, appointment, session, guardianships } = await twins()
    const merge = await create(client, `/v1/children/${id}/merge`, { duplicateId })
    const later = await create(client, '/v1/goals', {
      childId: id,
      area: 'A',
      title: 'T',
      unit: 'percent',
      baseline: { value: 0 },
      target: { value: 1 },
    })
    expect((await client.post(`/v1/child-merges/${merge.id}/reverse`)).body).toMatchObject({
      status: 'REVERSED',
      reversedAt: expect.any(String),
    })
    expect(await childOf(client, `/v1/appointments/${appointment.id}`)).toBe(duplicateId)
    expect(await childOf(client, `/v1/sessions/${session.id}`)).toBe(duplicateId)
    expect(await childOf(client, `/v1/goals/${later.id}`)).toBe(id)
    expect((await client.get(`/v1/guardianships/${guardianships[1]!.id}`)).body).toMatchObject({
      endedAt: null,
    })
    expect((await client.get(`/v1/children/${duplicateId}`)).body).toMatchObject({
      mergedIntoId: null,
      archivedAt: null,
    })
    expect(refusal(await client.post(`/v1/child-merges/${merge.id}/reverse`))).toEqual([
      409,
      'invalid_transition',
    ])
    expect((await client.post(`/v1/children/${id}/merge`, { duplicateId })).status).toBe(201)
  })

  test('is final after 30 days, and while its survivor is itself merged', async () => {
    const { client, id, duplicateId } = await twins()
    const first = await create(client, `/v1/children/${id}/merge`, { duplicateId })
    const { id: third } = await newChild(client)
    const second = await create(client, `/v1/children/${third}/merge`, { duplicateId: id })
    expect(refusal(await client.post(`/v1/child-merges/${first.id}/reverse`))).toEqual([
      409,
      'child_merged',
    ])
    await client.post(`/v1/child-merges/${second.id}/reverse`)
    const before = api.clock.now()
    try {
      api.clock.advance(30 * 86_400_000 + 60_000)
      const later = await api.createClient(client.tenantId)
      const refused = await later.post<{ status: string }>(`/v1/child-merges/${first.id}/reverse`)
      expect(refusal(refused)).toEqual([409, 'invalid_transition'])
      expect((await later.get(`/v1/child-merges/${first.id}`)).body).toMatchObject({
        status: 'FINAL',
      })
    } finally {
      api.clock.set(before)
    }
  })

  test('of a child with itself is refused', async () => {
    const client = await api.createTenant()
    const { id } = await newChild(client)
    expect(refusal(await client.post(`/v1/children/${id}/merge`, { duplicateId: id }))).toEqual([
      400,
      'validation_failed',
      'duplicateId: same_record',
    ])
  })

  test('covers every table with records of a child', async () => {
    const rows = await api.query<{ table: string }>(
      `SELECT conrelid::regclass::text AS "table" FROM pg_constraint
       WHERE contype = 'f' AND confrelid = 'children'::regclass AND conrelid NOT IN ('children'::regclass, 'child_merges'::regclass)`,
    )
    expect([...new Set(rows.map(({ table }) => table))].toSorted()).toEqual(
      [...CHILD_TABLES, ...STAYING].toSorted(),
    )
  })
})
