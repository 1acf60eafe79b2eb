import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { sectionsOf } from '#privacy/person-exports/sections-of.ts'
import { writeArchive } from '#privacy/person-exports/write-archive.ts'
import { WITHOUT_PERSONAL_DATA, PERSON_TABLES } from '#vocabulary/resources.ts'
import {
  create,
  newChild,
  newClient,
  newProvider,
  refusal,
  type Page,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

test('every table is assigned to a kind of person, or exempt with a reason', async () => {
  const rows = await api.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const named = [...Object.keys(PERSON_TABLES), ...Object.keys(WITHOUT_PERSONAL_DATA)]
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('a table with rows of a child or a provider says what removes those of a provider', async () => {
  const rows = await api.query<{ name: string }>(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'c'
     AND pg_get_constraintdef(oid) LIKE '%num_nonnulls(child_id, provider_id) = 1%'`,
  )
  const said = Object.keys(PERSON_TABLES).filter((name) => PERSON_TABLES[name]!.ofProvider)
  expect(said.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  expect(said).not.toEqual([])
})

const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** A child with a guardian, a signed note and a picture, and another child of the guardian. */
const aFamily = async () => {
  const centre = await api.createTenant()
  const [child, sibling] = await Promise.all([
    newChild(centre, { firstName: 'Zqxlena' }),
    newChild(centre, { firstName: 'Zqxsibling' }),
  ])
  const guardian = await newClient(centre, { name: 'Zqxmara Weiss', email: 'zqx@example.com' })
  for (const { id } of [child, sibling])
    await create(centre, '/v1/guardianships', {
      childId: id,
      clientId: guardian.id,
      relationship: 'mother',
      legal: true,
      billing: true,
    })
  const { id: providerId } = await newProvider(centre)
  const session = await create(centre, '/v1/sessions', {
    childId: child.id,
    providerId,
    startedAt: '2026-11-20T09:00:00Z',
  })
  await create(centre, `/v1/sessions/${session.id}/notes`, { plan: 'zqxplan', sign: true })
  await create(centre, '/v1/sessions', {
    childId: sibling.id,
    providerId,
    startedAt: '2026-11-20T10:00:00Z',
  })
  const picture = await create(centre, '/v1/attachments', {
    childId: child.id,
    name: 'zqx/picture.png',
    contentType: 'image/png',
  })
  const link = await centre.post<{ path: string }>(`/v1/attachments/${picture.id}/upload-link`)
  await api.anonymous().send({ method: 'PUT', path: link.body.path, body: PNG })
  return { centre, child, sibling, guardian, providerId, session, picture }
}

/** Like its workflow. */
const gather = (client: ApiClient, id: string) =>
  writeArchive(
    systemContext(api.services.platform, {
      tenantId: client.tenantId,
      action: 'writePersonArchive',
    }),
    { id },
  )

/** The files of a ready archive, by name, downloaded through its link. */
const download = async (client: ApiClient, id: string) => {
  const { body } = await client.post<{ path: string }>(`/v1/person-exports/${id}/download-link`)
  await using server = await api.listen()
  const response = await fetch(`${server.url}${body.path}`)
  expect(response.headers.get('content-type')).toBe('application/zip')
  return unzipSync(new Uint8Array(await response.arrayBuffer()))
}

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

describe('an export', () => {
  test('of a child contains its record, files and rows of every table, and nothing of others', async () => {
    const { centre, child, sibling, session, picture } = await aFamily()
    const asked = await create(centre, '/v1/person-exports', { childId: child.id })
    expect(asked).toMatchObject({ status: 'RUNNING', sizeBytes: null })
    expect(refusal(await centre.post(`/v1/person-exports/${asked.id}/download-link`))).toEqual([
      409,
      'invalid_transition',
    ])
    await gather(centre, asked.id)
    const files = await download(centre, asked.id)

    expect(text(files['record.pdf']).slice(0, 5)).toBe('%PDF-')
    expect(JSON.parse(text(files['record.json']))).toMatchObject({
      child: { id: child.id },
      sessions: [{ id: session.id, notes: [{ plan: 'zqxplan', signatures: [{}] }] }],
    })
    expect(files[`attachments/${picture.id}-zqx_picture.png`]).toEqual(PNG)
    const ofChildren = Object.entries(PERSON_TABLES).filter(([, { child: of }]) => of)
    for (const [table] of ofChildren) expect(Object.keys(files)).toContain(`data/${table}.json`)
    expect(Object.keys(files)).toHaveLength(sectionsOf({ childId: child.id }).length + 1)
    expect(JSON.parse(text(files['data/session_notes.json']))).toMatchObject([{ plan: 'zqxplan' }])
    const all = Object.values(files).map(text).join('\n')
    expect(all).not.toContain(sibling.id)
    expect(all).not.toContain('Zqxsibling')
    expect(all).not.toMatch(/"(?:token_hash|sealed_address|tenant_id)"/)
  })

  test('of a client contains their rows, and no clinical record of a child', async () => {
    const { centre, guardian } = await aFamily()
    const asked = await create(centre, '/v1/person-exports', { clientId: guardian.id })
    await gather(centre, asked.id)
    const files = await download(centre, asked.id)
    expect(JSON.parse(text(files['data/clients.json']))).toMatchObject([
      { name: 'Zqxmara Weiss', email: 'zqx@example.com' },
    ])
    expect(JSON.parse(text(files['data/guardianships.json']))).toHaveLength(2)
    expect(Object.keys(files)).not.toContain('record.json')
    expect(Object.values(files).map(text).join('\n')).not.toContain('zqxplan')
  })

  test('can be ended early, and expires after seven days', async () => {
    const { centre, child } = await aFamily()
    const asked = await create(centre, '/v1/person-exports', { childId: child.id })
    await gather(centre, asked.id)
    const path = `/v1/person-exports/${asked.id}`
    const link = await centre.post<{ path: string }>(`${path}/download-link`)
    const before = api.clock.now()
    try {
      api.clock.advance(7 * 86_400_000 + 1_000)
      const later = await api.createClient(centre.tenantId)
      expect(refusal(await later.post(`${path}/download-link`))).toEqual([410, 'export_expired'])
      expect(refusal(await api.anonymous().get(link.body.path))).toEqual([410, 'link_expired'])
    } finally {
      api.clock.set(before)
    }
    expect((await centre.post(`${path}/expire`)).status).toBe(200)
    expect(refusal(await centre.post(`${path}/download-link`))).toEqual([410, 'export_expired'])
    expect(refusal(await api.anonymous().get(link.body.path))).toEqual([410, 'export_expired'])
  })

  test('is about one person', async () => {
    const { centre, child, guardian } = await aFamily()
    for (const body of [{}, { childId: child.id, clientId: guardian.id }])
      expect(refusal(await centre.post('/v1/person-exports', body)).slice(0, 2)).toEqual([
        400,
        'validation_failed',
      ])
  })
})

describe('disclosures', () => {
  interface Disclosed {
    action: string
    purpose: string
    actor: { id: string; name: string; providerId: string | null }
    subjectType: string | null
    subjectId: string | null
  }
  const disclosures = async (client: ApiClient, childId: string) =>
    (await client.get<{ data: Disclosed[] }>(`/v1/children/${childId}/disclosures`)).body.data

  test('list who saw the record of a child, in lists too, when and for which purpose', async () => {
    const { centre, child, sibling, session, providerId } = await aFamily()
    const therapist = await api.createClient(centre.tenantId, { providerId, name: 'Ana' })
    await therapist.get(`/v1/children/${child.id}/chart`)
    await therapist.get('/v1/sessions')
    await therapist.get(`/v1/sessions/${session.id}/notes`)
    await therapist.get(`/v1/children/${sibling.id}`)
    const found = await disclosures(centre, child.id)
    const hers = found.filter(({ actor }) => actor.id === therapist.clientId)
    expect(hers.map(({ action }) => action)).toEqual([
      'listNotesOfSession',
      'listSessions',
      'getChildChart',
    ])
    expect(hers[0]).toMatchObject({ purpose: 'TREAT', actor: { name: 'Ana', providerId } })
    expect(hers[2]).toMatchObject({ subjectType: 'CHILD', subjectId: child.id })
    const theirs = found.filter(({ actor }) => actor.id === centre.clientId)
    expect(theirs.map(({ action, purpose }) => [action, purpose])).toContainEqual([
      'createSession',
      'HOPERAT',
    ])
    expect(theirs.map(({ action }) => action)).toContain('addSessionNote')
  })

  test('mark an emergency access, and leave out refused calls', async () => {
    const { centre, child } = await aFamily()
    const stranger = await newProvider(centre)
    const key = await api.createClient(centre.tenantId, { providerId: stranger.id })
    await key.get(`/v1/children/${child.id}`)
    await create(key, '/v1/break-glass-grants', {
      childId: child.id,
      reason: 'A seizure in the waiting room.',
    })
    await key.get(`/v1/children/${child.id}`)
    const found = await disclosures(centre, child.id)
    const theirs = found.filter(({ actor }) => actor.id === key.clientId)
    expect(theirs.map(({ action, purpose }) => [action, purpose])).toEqual([
      ['getChild', 'ETREAT'],
      ['createBreakGlassGrant', 'ETREAT'],
    ])
    const page = await centre.get<Page>(`/v1/children/${child.id}/disclosures?limit=1`)
    expect(page.body.hasMore).toBe(true)
  })
})
