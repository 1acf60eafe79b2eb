import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLink } from '#messaging/links/create-link.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { ISSUE_CODES, type IssueCode } from '#platform/core/input/issue.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { carryOutSeries } from '#scheduling/series/carry-out-series.ts'
import { ISSUE_GUIDE } from '../../api/documents/error-guide.ts'
import { errorsPage } from '../../api/documents/errors-page.ts'
import { newAppointment, newChild, newClient, newService } from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { createWorld, type Json, type World } from './world.ts'

/** Each code of `errors[]` can occur and is explained. */

let api: TestApi
let client: ApiClient
let world: World
beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  world = createWorld(api, client)
})
afterAll(() => api[Symbol.asyncDispose]())

type Answer = { body: unknown }
const LOCATION = { name: 'Mitte', timeZone: 'Europe/Berlin' }
const CHILD = { firstName: 'Lena', lastName: 'Weiss', birthDate: '2021-04-30' }

const post = (path: string, json: object): Promise<Answer> => client.post(path, json)
const location = (more: object) => post('/v1/locations', { ...LOCATION, ...more })
const child = (more: object) => post('/v1/children', { ...CHILD, ...more })
const book = async (more: object) =>
  post('/v1/appointments', { ...(await world.booking()), ...more })
const series = async (rule: string) =>
  post('/v1/series', { ...(await world.seriesBooking()), rule })
const endpoint = (url: string) => post('/v1/webhook-endpoints', { url, eventTypes: ['*'] })
const availability = async (from: string, until: string) => {
  const serviceIds = (await world.service()).id
  const query = { serviceIds, 'startsAt[gte]': from, 'startsAt[lt]': until }
  return client.get(`/v1/availability?${new URLSearchParams(query).toString()}`)
}
const upload = async (body: string) => {
  const { id } = (
    await client.post<{ id: string }>('/v1/attachments', {
      childId: (await world.child()).id,
      name: 'Brief.pdf',
      contentType: 'application/pdf',
    })
  ).body
  const link = await client.post<{ path: string }>(`/v1/attachments/${id}/upload-link`)
  return api.anonymous().send({ method: 'PUT', path: link.body.path, body })
}
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-')

const QUESTIONS = [
  { type: 'YES_NO', key: 'bad', label: 'Badly?', required: true },
  {
    type: 'TEXT',
    key: 'when',
    label: 'When?',
    showIf: { question: 'bad', op: 'EQUALS', value: true },
  },
]
const template = (more: object = {}) =>
  client.post<{ id: string }>('/v1/form-templates', {
    name: 'Sleep',
    definition: { sections: [{ title: 'Sleep', questions: QUESTIONS }], ...more },
  })
const score = (more: object) =>
  template({ scores: [{ key: 'a', label: 'A', op: 'SUM', questions: ['bad'], ...more }] })

/** The response of a form link to a program. */
const byLink = async (answers: Json) => {
  const { id: templateId } = (await template()).body
  await client.post(`/v1/form-templates/${templateId}/publish`)
  const { id: childId } = await newChild(client)
  const asked = { childId, templateId, ask: false }
  const { id } = (await client.post<{ id: string }>('/v1/form-responses', asked)).body
  const { id: recipientId } = await newClient(client)
  const role = { relationship: 'mother', legal: true, billing: false }
  await client.post('/v1/guardianships', { childId, clientId: recipientId, ...role })
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  const { path } = await transact(ctx, 'messages:write', (tx) =>
    createLink(tx, {
      purpose: 'form',
      subject: { type: 'formResponse', id },
      recipientId,
      language: 'en',
      expiresAt: new Date(tx.now.getTime() + 86_400_000),
    }),
  )
  return api.anonymous().post(path, answers)
}

/** The workflow books a series and stores the code of each failed occurrence. */
const skippedTime = async (): Promise<Answer> => {
  const made = await world.make('/v1/series', {
    ...(await world.seriesBooking()),
    startsOn: '2027-03-21',
    startTime: '02:30',
    rule: 'FREQ=WEEKLY;COUNT=2',
  })
  const { tenantId } = client
  await carryOutSeries(
    systemContext(api.services.platform, { tenantId, action: 'carryOutSeries' }),
    made,
  )
  const { body } = await client.get<{ data: { result: { code: string | null } }[] }>(
    `/v1/series/${made.id}/occurrences`,
  )
  return { body: { errors: body.data.map(({ result }) => ({ code: result.code })) } }
}

const condition = (id: string, more: object) => ({ id, type: 'CONDITION', when: 'true', ...more })

/** An agent whose draft has these nodes, starting at the first. */
const publishing = async (nodes: [Json, ...Json[]]): Promise<Answer> => {
  const { id } = await world.make('/v1/agents', {
    name: 'Wrong',
    definition: { trigger: { type: 'MANUAL' }, start: nodes[0]['id'], nodes },
  })
  return post(`/v1/agents/${id}/publish`, {})
}

const messageText = (body: string) =>
  post('/v1/message-texts', {
    template: 'appointment.reminder',
    language: 'es',
    subject: '{startsAt}',
    body,
    actionLabel: 'Responder',
  })

const QUARTER = 'startsOn=2026-10-01&endsOn=2026-12-31'

const CASES: Record<IssueCode, () => Promise<Answer>> = {
  required: () => post('/v1/locations', {}),
  unknown_member: () => location({ surprise: 1 }),
  unknown_parameter: () => client.get('/v1/locations?surprise=1'),
  invalid_type: () => location({ name: 1 }),
  invalid_format: () => client.get('/v1/children?primaryProviderId=ana'),
  invalid_value: () => book({ type: 'FISHING' }),
  invalid_character: () => location({ name: 'a\u0000' }),
  malformed_json: () =>
    client.send({
      method: 'POST',
      path: '/v1/locations',
      body: '{',
      headers: { 'content-type': 'application/json' },
    }),
  invalid_cursor: () => client.get('/v1/locations?cursor=x'),
  too_short: () => location({ name: '' }),
  too_long: () => location({ name: 'x'.repeat(1_000) }),
  too_few: async () => post('/v1/orders', { childId: (await world.child()).id, lines: [] }),
  too_many: () =>
    child({ alerts: Array.from({ length: 21 }, () => ({ kind: 'OTHER', text: 'x' })) }),
  too_small: async () => post('/v1/holds', { ...(await world.booking()), minutes: 0 }),
  too_large: async () => post('/v1/holds', { ...(await world.booking()), minutes: 31 }),
  too_deep: () => {
    const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 1)
    return location({ name: deep })
  },
  out_of_range: () => child({ birthDate: '1800-01-01' }),
  duplicate: () => client.get('/v1/locations?limit=1&limit=2'),
  in_the_past: () => book({ startsAt: '2020-01-01T10:00:00+01:00' }),
  in_the_future: () => child({ birthDate: '2100-01-01' }),
  too_early: async () => {
    const { id } = await world.program()
    const conference = { kind: 'TRANSITION_CONFERENCE', occurredOn: '2026-11-10' }
    return post(`/v1/early-intervention-programs/${id}/milestones`, conference)
  },
  inverted_range: () => availability('2026-12-02T00:00:00Z', '2026-12-01T00:00:00Z'),
  range_too_long: () => availability('2026-12-01T00:00:00Z', '2028-12-01T00:00:00Z'),
  overlapping: async () =>
    post('/v1/schedules', {
      ...(await world.scheduleOf()),
      windows: ['10:00', '11:00'].map((startTime) => ({
        weekday: 'MONDAY',
        startTime,
        endTime: '12:00',
      })),
    }),
  unknown_time_zone: () => location({ timeZone: 'Europe/Atlantis' }),
  local_time_skipped: skippedTime,
  unsupported_rule: () => series('FREQ=DAILY;COUNT=3'),
  rule_never_ends: () => series('FREQ=WEEKLY'),
  no_occurrence: () => series('FREQ=WEEKLY;UNTIL=20200101'),
  invalid_reference: () => book({ childId: newId('child') }),
  not_found: () => score({ questions: ['missing'] }),
  already_exists: async () => {
    await newService(client, { code: 'TWICE' })
    return post('/v1/services', { code: 'TWICE', name: 'Twice', durationMinutes: 45, amount: 100 })
  },
  not_allowed: () =>
    post('/v1/custom-fields', {
      resource: 'CLIENT',
      key: 'plan',
      label: 'Plan',
      type: 'TEXT',
      options: ['a'],
    }),
  exactly_one: () =>
    post('/v1/cancellation-policies', {
      name: 'Both',
      windows: [{ notice: 'P1D', fee: { percent: 50, amount: 100 } }],
    }),
  mismatch: async () => {
    const booking = await world.booking()
    const { id: holdId } = await world.make('/v1/holds', booking)
    return post('/v1/appointments', { ...booking, type: 'INTAKE', holdId })
  },
  same_record: async () => {
    const { id } = await world.provider()
    return post('/v1/supervisions', { providerId: id, supervisorId: id })
  },
  not_ascending: () =>
    score({
      bands: [
        { min: 1, label: 'b' },
        { min: 0, label: 'a' },
      ],
    }),
  new_question: () => byLink({ bad: 'yes', _shown: 'bad' }),
  mixed_currencies: async () => {
    const { providerId, paymentIds } = await world.paymentsToSettle()
    await api.query(`UPDATE payments SET currency = 'USD' WHERE id = $1`, [paymentIds[0]])
    return post('/v1/marketplace/settlements', { providerId, paymentIds })
  },
  split_does_not_sum: async () => {
    const shares = { platform: { percent: 1 }, provider: { percent: 1 }, centre: { percent: 1 } }
    return post('/v1/marketplace/split-terms', { currency: 'EUR', startsOn: '2026-01-01', shares })
  },
  grouping_not_available: () =>
    client.get(`/v1/analytics/locations?${QUARTER}&metrics=UTILIZATION&groupBy=PAYER`),
  granularity_not_available: () =>
    client.get(`/v1/analytics/locations?${QUARTER}&metrics=CASELOAD&granularity=DAY`),
  cycle: () => publishing([condition('a', { next: 'b' }), condition('b', { next: 'a' })]),
  unreachable: () => publishing([condition('a', {}), condition('b', {})]),
  approval_required: () =>
    publishing([
      {
        id: 'a',
        type: 'ACTION',
        action: 'message_guardians',
        parameters: {},
      },
    ]),
  exceeds_grantor: async () => {
    const narrow = await api.createClient(client.tenantId, { scopes: ['admin'] })
    return narrow.post('/v1/api-keys', { name: 'More', scopes: ['children'] })
  },
  provider_not_at_location: async () => book({ locationId: (await world.location()).id }),
  provider_does_not_perform: async () => {
    const { id: providerId } = await world.provider()
    return book({ serviceId: (await world.service({ providerIds: [providerId] })).id })
  },
  room_not_at_location: async () => book({ roomId: (await world.room()).id }),
  room_unsuitable: async () => {
    const booking = await world.booking()
    const { body } = await client.get<{ locationIds: string[] }>(
      `/v1/providers/${String(booking['providerId'])}`,
    )
    const { id: roomId } = await world.make('/v1/rooms', {
      locationId: body.locationIds[0],
      name: 'Bare',
    })
    const { id: serviceId } = await world.service({ equipment: ['mirror'], roomRequired: true })
    return post('/v1/appointments', { ...booking, roomId, serviceId })
  },
  no_group: async () =>
    post('/v1/group-appointments', {
      ...(await world.groupBooking()),
      serviceId: (await world.service()).id,
    }),
  no_price: async () => {
    const other = await api.createTenant()
    const { id } = await newAppointment(other)
    await api.query('UPDATE appointments SET amount_minor = NULL, currency = NULL WHERE id = $1', [
      id,
    ])
    return other.post('/v1/orders', { appointmentId: id })
  },
  not_a_guardian: async () =>
    post('/v1/consents', {
      ...(await world.newConsent()),
      grantedById: (await newClient(client)).id,
    }),
  https_required: () => endpoint('http://8.8.8.8/hook'),
  port_refused: () => endpoint('https://8.8.8.8:22/hook'),
  credentials_refused: () => endpoint('https://me:pw@8.8.8.8/hook'),
  fragment_refused: () => endpoint('https://8.8.8.8/hook#top'),
  dns_failure: () => endpoint('https://nowhere.invalid/hook'),
  address_refused: () => endpoint('https://10.0.0.1/hook'),
  empty_file: () => upload(''),
  content_mismatch: () => upload('not a PDF'),
  malware: () => upload(`%PDF-1.7 ${EICAR}`),
  unknown_variable: () => messageText('{startsOn}'),
  variable_unsuitable: () => messageText('{startsAt, plural, one {a} other {b}}'),
  variable_may_be_empty: () => messageText('Call {locationPhone}.'),
  variable_required: () => messageText('Hello'),
  markup_refused: () => messageText('<b>Hello</b>'),
  foreign_address: () => messageText('See other.example'),
  low_contrast: () =>
    client.send({
      method: 'PATCH',
      path: '/v1/message-settings',
      body: JSON.stringify({ colour: '#ffff00' }),
      headers: { 'content-type': 'application/json' },
    }),
}

describe('a code of errors[]', () => {
  test.each(ISSUE_CODES)('%s can be returned', async (code) => {
    const { body } = await CASES[code]()
    const { errors = [] } = body as { errors?: { code: string }[] }
    expect(errors.map((issue) => issue.code)).toContain(code)
  })

  test.each(ISSUE_CODES)('%s is explained, and has a place on the page', (code) => {
    expect(ISSUE_GUIDE[code]).toMatch(/^[A-Z].*\.$/)
    expect(errorsPage()).toContain(`id="issue-${code}"`)
  })
})

test('text between backticks becomes code on the page, and no backtick remains', () => {
  const page = errorsPage()
  expect(page).toContain('<code>detail</code>')
  expect(page.replaceAll(/<pre>.*?<\/pre>/gs, '')).not.toContain('`')
})
