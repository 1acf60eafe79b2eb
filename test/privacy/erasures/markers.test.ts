import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, newClient, newProvider } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'

/** Text of a clinical field is in its column and authorized responses, and nowhere else. */

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const MARKER = /zqx\w+qzx/g
let made = 0
const mark = () => `zqx${(made += 1)}qzx`

/** Where markers are allowed, by table. */
const COLUMNS: Record<string, string[]> = {
  children: ['first_name', 'last_name', 'referral', 'alerts', 'search_name'],
  clients: ['name', 'search_name'],
  guardianships: ['relationship'],
  consents: ['evidence', 'revoke_reason'],
  session_participants: ['title', 'name'],
  session_notes: ['subjective', 'objective', 'assessment', 'plan', 'sections'],
  session_note_versions: ['subjective', 'objective', 'assessment', 'plan'],
  session_note_addenda: ['text'],
  note_templates: ['name', 'sections'],
  goals: ['area', 'title', 'description', 'unit', 'end_reason'],
  goal_measurements: ['comment', 'void_reason'],
  goal_reviews: ['response'],
  attachments: ['name'],
  form_templates: ['name', 'definition'],
  form_template_versions: ['definition'],
  form_responses: ['answers', 'scores', 'cancel_reason'],
  form_signatures: ['signed_name'],
  assessment_instruments: ['name'],
  instrument_editions: ['definition'],
  assessment_schedules: ['end_reason'],
  treatment_cycles: ['payer', 'reference', 'close_reason'],
  assessments: ['scores', 'comment', 'waive_reason'],
  assessment_corrections: ['reason', 'before'],
}

test('markers in every clinical field stay in their columns', async () => {
  const client = await api.createTenant()
  const therapist = await api.createClient(client.tenantId)
  const refused: string[] = []
  const post = async (path: string, json?: object) => {
    const answer = await client.post(path, json)
    if (answer.status >= 300) refused.push(answer.text)
    return answer
  }

  const { id: childId } = await create(client, '/v1/children', {
    firstName: mark(),
    lastName: mark(),
    birthDate: '2021-04-30',
    referral: { source: mark(), note: mark() },
    alerts: [{ kind: 'MEDICAL', text: mark() }],
  })
  const { id: clientId } = await newClient(client, { name: mark() })
  await create(client, '/v1/guardianships', {
    childId,
    clientId,
    relationship: mark(),
    legal: true,
  })
  const consent = await create(client, '/v1/consents', {
    childId,
    grantedById: clientId,
    kind: 'TREATMENT',
    grantedAt: '2026-11-20T10:00:00+01:00',
    evidence: mark(),
  })
  for (let twice = 0; twice < 2; twice += 1)
    await post(`/v1/consents/${consent.id}/revoke`, { reason: mark() })

  const { id: providerId } = await newProvider(client)
  const { id: supervisorId } = await newProvider(client)
  await create(client, '/v1/supervisions', { providerId, supervisorId })
  const session = await create(client, '/v1/sessions', {
    childId,
    providerId,
    startedAt: '2026-11-20T10:00:00+01:00',
    participants: [{ role: 'OTHER', title: mark(), name: mark() }],
  })
  const { id: templateId } = await create(client, '/v1/note-templates', {
    discipline: 'SPEECH_THERAPY',
    name: mark(),
    sections: { plan: { prompt: mark(), text: mark() } },
  })
  const soap = { subjective: mark(), objective: mark(), assessment: mark() }
  const notes = `/v1/sessions/${session.id}/notes`
  const note = await create(therapist, notes, { ...soap, templateId })
  const narrative = { format: 'NARRATIVE', sections: [{ key: 'narrative', text: mark() }] }
  refused.push((await therapist.post(notes, { ...narrative, plan: mark() })).text)
  await create(therapist, notes, { ...narrative, sign: true })
  const at = `/v1/session-notes/${note.id}`
  await therapist.patch(at, { plan: mark() })
  await post(`${at}/sign`)
  await therapist.post(`${at}/sign`)
  await post(`${at}/return`, { reason: mark() })
  await therapist.post(`${at}/sign`)
  await post(`${at}/cosign`)
  await therapist.post(`${at}/addenda`, { text: mark() })
  refused.push((await client.patch(at, { plan: mark() })).text)
  const other = { participants: [{ role: 'INTERPRETER', name: mark() }] }
  refused.push((await client.patch(`/v1/sessions/${session.id}`, other)).text)

  const goal = await create(client, '/v1/goals', {
    childId,
    area: mark(),
    title: mark(),
    description: mark(),
    unit: mark(),
    baseline: { value: 20 },
    target: { value: 80 },
  })
  for (const day of [1, 2, 3, 4, 5, 5])
    await post(`/v1/goals/${goal.id}/measurements`, {
      measuredAt: `2026-11-0${day}T10:00:00+01:00`,
      result: { value: 60 - day },
      comment: mark(),
    })
  const [review] = (await client.get<{ data: { id: string }[] }>('/v1/goal-reviews')).body.data
  await post(`/v1/goal-reviews/${review!.id}/acknowledge`, { response: mark() })
  const measured = await client.get<{ data: { id: string }[] }>(`/v1/goals/${goal.id}/measurements`)
  await post(`/v1/goal-measurements/${measured.body.data[0]!.id}/void`, { reason: mark() })
  await post(`/v1/goals/${goal.id}/cancel`, { reason: mark() })
  const { id: instrumentId } = await create(client, '/v1/assessment-instruments', {
    name: mark(),
    items: [{ key: 'naming', label: mark(), min: 0, max: 6 }],
    scores: [{ key: 'naming', label: mark(), items: ['naming'] }],
    norms: [
      {
        score: 'naming',
        scale: mark(),
        fromMonths: 0,
        untilMonths: 200,
        rows: [{ rawFrom: 0, rawTo: 6, value: 100 }],
      },
    ],
  })
  const schedule = { childId, instrumentId, timing: 'EVERY', startsOn: '2026-11-01', months: 6 }
  const { id: scheduleId } = await create(client, '/v1/assessment-schedules', schedule)
  const open = async () => {
    const path = `/v1/assessments?scheduleId=${scheduleId}&sort=-dueOn`
    return (await client.get<{ data: { id: string }[] }>(path)).body.data[0]!.id
  }
  const first = await open()
  for (let twice = 0; twice < 2; twice += 1)
    await post(`/v1/assessments/${first}/complete`, {
      administeredOn: '2026-11-20',
      items: { naming: 5 },
      comment: mark(),
    })
  await post(`/v1/assessments/${first}/correct`, {
    administeredOn: '2026-11-20',
    items: { naming: 4 },
    comment: mark(),
    reason: mark(),
  })
  await post(`/v1/assessments/${await open()}/waive`, { reason: mark() })
  await post(`/v1/assessment-schedules/${scheduleId}/end`, { reason: mark() })
  const cycle = await create(client, '/v1/treatment-cycles', {
    childId,
    payer: mark(),
    reference: mark(),
    authorized: 10,
    startsOn: '2026-09-01',
    endsOn: '2027-02-28',
  })
  for (let twice = 0; twice < 2; twice += 1)
    await post(`/v1/treatment-cycles/${cycle.id}/close`, { reason: mark() })
  const questions = [{ type: 'TEXT', key: 'words', label: mark(), required: true }]
  const scored = { type: 'NUMBER', key: 'count', label: mark(), help: mark() }
  const form = await create(client, '/v1/form-templates', {
    name: mark(),
    definition: {
      sections: [{ title: mark(), text: mark(), questions: [...questions, scored] }],
      scores: [{ key: 'sum', label: mark(), op: 'SUM', questions: ['count'] }],
      signature: true,
    },
  })
  await post(`/v1/form-templates/${form.id}/publish`)
  const asked = { childId, templateId: form.id }
  const response = await create(client, '/v1/form-responses', asked)
  const answers = `/v1/form-responses/${response.id}`
  await client.patch(answers, { answers: { words: mark() } })
  refused.push((await client.patch(answers, { answers: { count: mark() } })).text)
  for (let twice = 0; twice < 2; twice += 1)
    await post(`${answers}/submit`, { answers: { count: 3 }, signedName: mark() })
  const unwanted = await create(client, '/v1/form-responses', asked)
  for (let twice = 0; twice < 2; twice += 1)
    await post(`/v1/form-responses/${unwanted.id}/cancel`, { reason: mark() })
  const attachment = { childId, name: mark(), contentType: 'application/pdf' }
  const { id: fileId } = await create(client, '/v1/attachments', attachment)
  const link = await client.post<{ path: string }>(`/v1/attachments/${fileId}/upload-link`)
  const sent = await api.anonymous().send({ method: 'PUT', path: link.body.path, body: mark() })
  refused.push(sent.text)
  for (const path of [
    'chart',
    'record',
    'record.pdf',
    'progress',
    'assessment-trends',
    'duplicates',
  ])
    expect((await client.get(`/v1/children/${childId}/${path}`)).status).toBe(200)
  await client.get(`/v1/children/search?name=${mark()}`)

  expect((await client.get(`/v1/ai/children/${childId}/insights`)).status).toBe(200)

  expect(refused.length).toBeGreaterThan(4)
  expect(refused.join('\n').match(MARKER)).toBeNull()
  expect(JSON.stringify(api.errors)).not.toMatch(MARKER)
  expect(await strayMarkers()).toEqual([])
})

/** Every `table.column` with a forbidden marker. */
const strayMarkers = async (): Promise<string[]> => {
  const tables = await api.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' GROUP BY 1`,
  )
  const stray: string[] = []
  let found = 0
  for (const { table, columns } of tables) {
    const looks = columns.map(
      (it) => `count(*) FILTER (WHERE "${it}"::text ~ 'zqx\\w+qzx')::int AS "${it}"`,
    )
    const [row] = await api.query<Record<string, number>>(
      `SELECT ${looks.join(', ')} FROM "${table}"`,
    )
    const marked = columns.filter((it) => row![it]! > 0)
    found += marked.length
    for (const it of marked) if (!COLUMNS[table]?.includes(it)) stray.push(`${table}.${it}`)
  }
  expect(found).toBe(Object.values(COLUMNS).flat().length)
  return stray
}
