import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  create,
  newChild,
  newLocation,
  newProvider,
  newService,
  refusal,
  type Page,
  type Resource,
} from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const QUESTIONS = [
  { type: 'YES_NO', key: 'sleepsBadly', label: 'Does your child sleep badly?', required: true },
  {
    type: 'CHOICE',
    key: 'howOften',
    label: 'How often?',
    required: true,
    showIf: { question: 'sleepsBadly', op: 'EQUALS', value: true },
    options: [
      { value: 'sometimes', label: 'Sometimes', weight: 1 },
      { value: 'often', label: 'Often', weight: 2 },
    ],
  },
  { type: 'LONG_TEXT', key: 'more', label: 'Anything else?' },
]
const BURDEN = {
  key: 'burden',
  label: 'Burden',
  op: 'SUM',
  questions: ['sleepsBadly', 'howOften'],
  minAnswered: 1,
  bands: [
    { min: 0, label: 'Low' },
    { min: 2, label: 'High' },
  ],
}
const definition = (more = {}) => ({
  sections: [{ title: 'Sleep', questions: QUESTIONS }],
  scores: [BURDEN],
  ...more,
})

const published = async (client: ApiClient, more = {}) => {
  const draft = await create(client, '/v1/form-templates', {
    name: 'Intake',
    definition: definition(more),
  })
  expect((await client.post(`/v1/form-templates/${draft.id}/publish`)).status).toBe(200)
  return draft.id
}

const asked = async (client: ApiClient, more = {}) => {
  const templateId = await published(client, more)
  const { id: childId } = await newChild(client)
  const response = await create(client, '/v1/form-responses', { childId, templateId, ask: false })
  return { templateId, childId, id: response.id, path: `/v1/form-responses/${response.id}` }
}

describe('a form', () => {
  test('is published in versions, and a response keeps the version it started with', async () => {
    const client = await api.createTenant()
    const { path, templateId, childId } = await asked(client)
    const at = `/v1/form-templates/${templateId}`
    expect(refusal(await client.post(`${at}/publish`))).toEqual([409, 'nothing_to_publish'])
    const questions = [{ type: 'TEXT', key: 'name', label: 'Name' }]
    const sections = [{ title: 'Other', questions }]
    const patched = await client.patch(at, { definition: { sections } })
    expect(patched.body).toMatchObject({ publishedVersion: 1, definition: { signature: false } })
    const first = await client.get<Resource>(`${at}/versions/1`)
    expect(first.body).toMatchObject({ number: 1, definition: { sections: [{ title: 'Sleep' }] } })
    expect((await client.post<Resource>(`${at}/publish`)).body['publishedVersion']).toBe(2)
    expect((await client.get<Resource>(`${at}/versions/1`)).body).toEqual(first.body)
    expect((await client.get(path)).body).toMatchObject({ templateVersion: 1 })
    const next = await create(client, '/v1/form-responses', { childId, templateId })
    expect(next).toMatchObject({ templateVersion: 2 })
    expect((await client.patch(path, { answers: { sleepsBadly: false } })).status).toBe(200)
  })

  test('is refused with the place of an inconsistency', async () => {
    const client = await api.createTenant()
    const showIf = { question: 'later', op: 'ANSWERED', value: true }
    const sections = [{ title: 'One', questions: [{ type: 'TEXT', key: 'a', label: 'A', showIf }] }]
    const answer = await client.post('/v1/form-templates', { name: 'X', definition: { sections } })
    expect(refusal(answer)).toEqual([
      400,
      'validation_failed',
      'definition.sections.0.questions.0.showIf.question: not_found',
    ])
    const unknown = { type: 'signature', key: 'a', label: 'A' }
    const wrong = { sections: [{ title: 'One', questions: [unknown] }] }
    const shape = await client.post('/v1/form-templates', { name: 'X', definition: wrong })
    expect(refusal(shape).slice(0, 2)).toEqual([400, 'validation_failed'])
  })

  test('cannot be requested before it is published or after it is archived', async () => {
    const client = await api.createTenant()
    const draft = await create(client, '/v1/form-templates', {
      name: 'Intake',
      definition: definition(),
    })
    const { id: childId } = await newChild(client)
    const ask = () => client.post('/v1/form-responses', { childId, templateId: draft.id })
    expect(refusal(await ask())).toEqual([409, 'form_not_published'])
    const at = `/v1/form-templates/${draft.id}`
    await client.post(`${at}/publish`)
    expect((await ask()).status).toBe(201)
    await client.post(`${at}/archive`)
    expect(refusal(await ask())).toEqual([
      400,
      'invalid_reference',
      'templateId: invalid_reference',
    ])
    expect(refusal(await client.post(`${at}/publish`))).toEqual([409, 'record_archived'])
  })
})

describe('a response', () => {
  test('is saved with gaps, submitted complete, scored, and locked', async () => {
    const client = await api.createTenant()
    const { path, id, templateId, childId } = await asked(client)
    for (const answers of [{ sleepsBadly: true }, { more: 'x' }, { howOften: 'often', more: null }])
      expect((await client.patch(path, { answers })).status).toBe(200)
    expect((await client.get(path)).body).toMatchObject({
      status: 'OPEN',
      answers: { sleepsBadly: true, howOften: 'often' },
      scores: [],
    })
    const submitted = await client.post<Resource>(`${path}/submit`, {})
    expect(submitted.body).toMatchObject({
      status: 'SUBMITTED',
      scores: [{ key: 'burden', label: 'Burden', value: 3, band: 'High' }],
      signature: null,
      clientId: null,
    })
    const again = [
      await client.post(`${path}/submit`, {}),
      await client.patch(path, { answers: {} }),
      await client.post(`${path}/ask`),
      await client.post(`${path}/cancel`, { reason: 'X' }),
    ]
    for (const refused of again) expect(refusal(refused)).toEqual([409, 'invalid_transition'])
    const events = await api.query(
      `SELECT type, payload FROM outbox WHERE kind = 'event' AND subject_id = $1 ORDER BY seq`,
      [id],
    )
    const payload = { responseId: id, templateId, childId }
    expect(events).toEqual([
      { type: 'form_response.requested', payload },
      { type: 'form_response.submitted', payload },
    ])
  })

  test.each<[object, string[]]>([
    [{}, ['answers.sleepsBadly: required']],
    [{ sleepsBadly: true }, ['answers.howOften: required']],
    [{ sleepsBadly: 'yes' }, ['answers.sleepsBadly: invalid_type']],
    [{ sleepsBadly: false, howOften: 'often' }, ['answers.howOften: not_allowed']],
    [{ sleepsBadly: true, howOften: 'never' }, ['answers.howOften: invalid_value']],
    [{ sleepsBadly: false, other: 1 }, ['answers.other: unknown_member']],
  ])('with the answers %j is refused: %j', async (answers, issues) => {
    const client = await api.createTenant()
    const { path } = await asked(client)
    const refused = refusal(await client.post(`${path}/submit`, { answers }))
    expect(refused).toEqual([400, 'validation_failed', ...issues])
    expect((await client.get(path)).body).toMatchObject({ status: 'OPEN', answers: {} })
  })

  test('is signed with a typed name only if the form requires it', async () => {
    const client = await api.createTenant()
    const answers = { sleepsBadly: false }
    const plain = await asked(client)
    const named = { answers, signedName: 'Mara Weiss' }
    expect(refusal(await client.post(`${plain.path}/submit`, named))).toEqual([
      400,
      'validation_failed',
      'signedName: not_allowed',
    ])
    const { path, id } = await asked(client, { signature: true })
    expect(refusal(await client.post(`${path}/submit`, { answers }))).toEqual([
      400,
      'validation_failed',
      'signedName: required',
    ])
    const verified = async () => (await client.get(`${path}/verification`)).body
    expect(await verified()).toMatchObject({ status: 'OPEN', valid: null, problem: null })
    expect((await client.post<Resource>(`${path}/submit`, named)).body).toMatchObject({
      signature: { signedName: 'Mara Weiss', contentHash: expect.stringMatching(/^\w{64}$/) },
    })
    expect(await verified()).toMatchObject({ valid: true, problem: null })

    // The owner of the database can disable triggers; the signature reveals it.
    const around = (table: string, change: string) =>
      api.query(
        `BEGIN; ALTER TABLE ${table} DISABLE TRIGGER USER; UPDATE ${table} SET ${change};
         ALTER TABLE ${table} ENABLE TRIGGER USER; COMMIT`.replace('%', id),
      )
    await around('form_responses', `answers = '{"sleepsBadly":true}' WHERE id = '%'`)
    expect(await verified()).toMatchObject({ valid: false, problem: 'content_changed' })
    await around('form_responses', `answers = '{"sleepsBadly":false}' WHERE id = '%'`)
    expect(await verified()).toMatchObject({ valid: true })
    await around('form_signatures', `signed_name = 'Somebody' WHERE response_id = '%'`)
    expect(await verified()).toMatchObject({ valid: false, problem: 'signature_invalid' })
    await around('form_signatures', `signed_name = 'Mara Weiss' WHERE response_id = '%'`)

    await around('form_responses', `scores = '[{"key":"x","value":9}]' WHERE id = '%'`)
    expect(await verified()).toMatchObject({ valid: false, problem: 'scores_changed' })
    await around(
      'form_responses',
      `status = 'OPEN', submitted_at = NULL, submitted_by = NULL WHERE id = '%'`,
    )
    expect(await verified()).toMatchObject({ valid: false, problem: 'status_changed' })
    for (const verb of ['submit', 'cancel'])
      expect(
        refusal(await client.post(`${path}/${verb}`, verb === 'submit' ? named : { reason: 'r' })),
      ).toEqual([409, 'record_altered'])
    expect(refusal(await client.patch(path, { answers: { sleepsBadly: true } }))).toEqual([
      409,
      'record_altered',
    ])
    await expect(
      api.query(`UPDATE form_responses SET answers = '{}' WHERE id = $1`, [id]),
    ).rejects.toThrow(/is locked/)
    await api.query(`BEGIN; SET LOCAL session_replication_role = replica;
      DELETE FROM form_signatures WHERE response_id = '${id}'; COMMIT`)
    expect(await verified()).toMatchObject({ valid: false, problem: 'signature_missing' })
  })

  test('is submitted once by many simultaneous requests', async () => {
    const client = await api.createTenant()
    const { path } = await asked(client, { signature: true })
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.post(`${path}/submit`, { answers: { sleepsBadly: false }, signedName: 'Mara' }),
      ),
    )
    const statuses = all.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array<number>(9).fill(409)])
  })

  test('is listed by child, form and state, and appears in the record of the child', async () => {
    const client = await api.createTenant()
    const { path, childId, templateId, id } = await asked(client, { signature: true })
    await create(client, '/v1/form-responses', { childId, templateId })
    await client.post(`${path}/submit`, { answers: { sleepsBadly: false }, signedName: 'Mara' })
    const listed = async (query: string) =>
      (await client.get<Page>(`/v1/form-responses?${query}`)).body.data.map((it) => it.id)
    expect(await listed(`childId=${childId}`)).toHaveLength(2)
    expect(await listed(`templateId=${templateId}&status=SUBMITTED`)).toEqual([id])
    const record = await client.get<{ forms: Resource[] }>(`/v1/children/${childId}/record`)
    expect(record.body.forms).toMatchObject([
      { id, name: 'Intake', answers: { sleepsBadly: false }, signature: { signedName: 'Mara' } },
      { status: 'OPEN', definition: { signature: true } },
    ])
    expect((await client.get(`/v1/children/${childId}/record.pdf`)).status).toBe(200)
  })
})

describe('in the database, even for its owner,', () => {
  const submitted = async () => {
    const client = await api.createTenant()
    const made = await asked(client, { signature: true })
    const answers = { sleepsBadly: false }
    await client.post(`${made.path}/submit`, { answers, signedName: 'Mara Weiss' })
    return { client, ...made }
  }

  test('a submitted response is locked', async () => {
    const { id } = await submitted()
    const changes = [
      `UPDATE form_responses SET answers = '{}' WHERE id = $1`,
      `UPDATE form_responses SET scores = '[]' WHERE id = $1`,
      `UPDATE form_responses SET status = 'OPEN', submitted_at = NULL, submitted_by = NULL WHERE id = $1`,
      `UPDATE form_responses SET status = 'CANCELLED', submitted_at = NULL, submitted_by = NULL WHERE id = $1`,
      `UPDATE form_responses SET template_version = 1, due_at = now() WHERE id = $1`,
      `DELETE FROM form_responses WHERE id = $1`,
    ]
    for (const change of changes)
      await expect(api.query(change, [id]), change).rejects.toThrow(/is locked/)
    for (const change of [
      `UPDATE form_signatures SET signed_name = 'X' WHERE response_id = $1`,
      `DELETE FROM form_signatures WHERE response_id = $1`,
    ])
      await expect(api.query(change, [id]), change).rejects.toThrow(/append-only/)
  })

  test('an open response keeps its version, and a cancelled one stays cancelled', async () => {
    const client = await api.createTenant()
    const { id, path, templateId } = await asked(client)
    const { templateId: other } = await asked(client)
    const change = 'UPDATE form_responses SET template_id = $2 WHERE id = $1'
    await expect(api.query(change, [id, other])).rejects.toThrow(/is locked/)
    await client.post(`${path}/cancel`, { reason: 'Moved away.' })
    const open = `UPDATE form_responses SET status = 'OPEN' WHERE id = $1`
    await expect(api.query(open, [id])).rejects.toThrow(/is locked/)
    for (const text of [
      `UPDATE form_template_versions SET definition = '{}' WHERE template_id = $1`,
      'DELETE FROM form_template_versions WHERE template_id = $1',
    ])
      await expect(api.query(text, [templateId]), text).rejects.toThrow(/append-only/)
  })

  test.each(['form_template_versions', 'form_responses', 'form_signatures'])(
    '%s cannot be truncated',
    async (table) => {
      await expect(api.query(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(/append-only/)
    },
  )

  test('a submitted response moves with its child and back', async () => {
    const { client, id, childId } = await submitted()
    const { id: survivor } = await newChild(client)
    const merge = await client.post<Resource>(`/v1/children/${survivor}/merge`, {
      duplicateId: childId,
    })
    const child = async () =>
      (await client.get<Resource>(`/v1/form-responses/${id}`)).body['childId']
    expect(await child()).toBe(survivor)
    const verification = await client.get(`/v1/form-responses/${id}/verification`)
    expect(verification.body).toMatchObject({ valid: true })
    await client.post(`/v1/child-merges/${merge.body.id}/reverse`)
    expect(await child()).toBe(childId)
  })
})

describe('a service that requires a form', () => {
  const centre = async () => {
    const client = await api.createTenant()
    const templateId = await published(client)
    const requires = { requiredForms: [templateId] }
    const service = await newService(client, requires)
    const { id: locationId } = await newLocation(client)
    const { id: providerId } = await newProvider(client, { locationIds: [locationId] })
    const book = async (childId: string, startsAt: string) =>
      create(client, '/v1/appointments', {
        childId,
        providerId,
        type: 'THERAPY_SESSION',
        startsAt,
      })
    const forms = async (appointmentId: string) =>
      (await client.get<Page>(`/v1/appointments/${appointmentId}/forms`)).body.data
    return { client, templateId, service, providerId, book, forms }
  }

  test('can be booked without it, shows it as missing, and clears with the submission', async () => {
    const { client, templateId, book, forms } = await centre()
    const { id: childId } = await newChild(client)
    const { id } = await book(childId, '2026-12-01T10:00:00+01:00')
    await book(childId, '2026-12-02T10:00:00+01:00')
    const responses = await client.get<Page>(`/v1/form-responses?childId=${childId}`)
    expect(responses.body.data).toMatchObject([{ templateId, status: 'OPEN', dueAt: null }])
    const responseId = responses.body.data[0]!.id
    const wanted = { templateId, name: 'Intake', state: 'REQUESTED', responseId }
    expect(await forms(id)).toEqual([wanted])
    const chart = async () => {
      const path = `/v1/children/${childId}/chart`
      const { nextAppointments } = (
        await client.get<{ nextAppointments: { missingForms: object[] }[] }>(path)
      ).body
      return nextAppointments.map(({ missingForms }) => missingForms)
    }
    expect(await chart()).toEqual([[wanted], [wanted]])
    await client.post(`/v1/form-responses/${responseId}/submit`, {
      answers: { sleepsBadly: false },
    })
    expect(await forms(id)).toEqual([{ ...wanted, state: 'SUBMITTED' }])
    expect(await chart()).toEqual([[], []])
    await book(childId, '2026-12-03T10:00:00+01:00')
    const all = await client.get<Page>(`/v1/form-responses?childId=${childId}`)
    expect(all.body.data).toHaveLength(1)
  })

  test('requires it from each child of a group, but no longer after the form is archived', async () => {
    const { client, templateId, service, providerId, forms } = await centre()
    await client.patch(`/v1/services/${service.id}`, { capacity: 3 })
    const group = await create(client, '/v1/group-appointments', {
      providerId,
      serviceId: service.id,
      startsAt: '2026-12-01T10:00:00+01:00',
    })
    const join = async () =>
      create(client, `/v1/group-appointments/${group.id}/attendees`, {
        childId: (await newChild(client)).id,
      })
    const [first, second] = [await join(), await join()]
    for (const { id } of [first, second])
      expect(await forms(id)).toMatchObject([{ templateId, state: 'REQUESTED' }])
    await client.post(`/v1/form-templates/${templateId}/archive`)
    expect(await forms((await join()).id)).toEqual([])
    expect((await client.get<Page>('/v1/form-responses')).body.data).toHaveLength(2)
  })

  test('accepts only forms of the centre', async () => {
    const client = await api.createTenant()
    const foreign = await published(await api.createTenant())
    const body = { code: 'X', name: 'X', durationMinutes: 45, amount: 1, requiredForms: [foreign] }
    expect(refusal(await client.post('/v1/services', body))).toEqual([
      400,
      'invalid_reference',
      'requiredForms.0: invalid_reference',
    ])
  })
})
