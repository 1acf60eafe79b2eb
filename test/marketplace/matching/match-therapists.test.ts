import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TherapistMatch } from '#marketplace/matching/schemas.ts'
import type { MatchingSettingsOutcome } from '#marketplace/matching-settings/schemas.ts'
import { createLicenses } from '../../organization/provider-licenses/new-license.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** The clock stands on Tuesday, 24 November 2026. */
const MITTE = { latitude: 52.52, longitude: 13.405 }
const POTSDAM = { latitude: 52.4009, longitude: 13.0591 }

interface Made {
  id: string
}

let api: TestApi
let client: ApiClient
let child: Made
const locations: Record<string, Made> = {}
const providers: Record<string, Made> = {}
let service: Made

const make = async <Body = Made>(path: string, body: object): Promise<Body> => {
  const answer = await client.post<Body>(path, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

const provider = async (name: string, members: object = {}, at = 'mitte') => {
  const made = await make('/v1/providers', {
    name,
    specialties: ['speech therapy'],
    languages: ['de'],
    locationIds: [locations[at]!.id],
    ...members,
  })
  providers[name] = made
  return made
}

const worksOn = (name: string, weekday: string, at = 'mitte') =>
  make('/v1/schedules', {
    providerId: providers[name]!.id,
    locationId: locations[at]!.id,
    windows: [{ weekday, startTime: '09:00', endTime: '12:00' }],
  })

const match = (asked: object = {}) =>
  make<TherapistMatch>('/v1/therapists/match', { needs: ['speech'], ...asked })

const names = (found: TherapistMatch) => {
  const byId = new Map(Object.entries(providers).map(([name, { id }]) => [id, name]))
  return found.matches.map(({ providerId }) => byId.get(providerId))
}

const excluded = (found: TherapistMatch) =>
  Object.fromEntries(found.excluded.map(({ code, count }) => [code, count]))

const reason = (found: TherapistMatch, name: string, code: string) =>
  found.matches
    .find(({ providerId }) => providerId === providers[name]!.id)
    ?.reasons.find((one) => one.code === code)

beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  const place = { timeZone: 'Europe/Berlin' }
  locations['mitte'] = await make('/v1/locations', { ...place, name: 'Mitte', coordinates: MITTE })
  locations['potsdam'] = await make('/v1/locations', {
    ...place,
    name: 'Potsdam',
    coordinates: POTSDAM,
  })
  await make('/v1/matching-needs', {
    code: 'speech',
    name: 'Speech',
    specialties: ['Speech therapy'],
  })
  await make('/v1/matching-needs', {
    code: 'feeding',
    name: 'Feeding',
    specialties: ['feeding'],
    professions: ['OCCUPATIONAL_THERAPIST'],
  })
  child = await make('/v1/children', {
    firstName: 'Mia',
    lastName: 'Weiss',
    birthDate: '2023-05-01',
  })
  await provider('Ana')
  await provider('Ben', { languages: ['tr'], ageRange: { fromMonths: 12, toMonths: 60 } })
  await provider('Cem', { languages: ['tr'], payers: ['Medicaid'], caseloadLimit: 1 }, 'potsdam')
  await provider('Dea', { specialties: ['feeding'], profession: 'OCCUPATIONAL_THERAPIST' })
  await provider('Eva', { acceptsNewClients: false, modalities: ['TELEHEALTH'] })
  await provider('Fay', { ageRange: { fromMonths: 120, toMonths: 216 } })
  await worksOn('Ana', 'FRIDAY')
  await worksOn('Ben', 'WEDNESDAY')
  await worksOn('Cem', 'THURSDAY', 'potsdam')
  await worksOn('Dea', 'MONDAY')
  service = await make('/v1/services', {
    code: 'SPEECH',
    name: 'Speech therapy',
    durationMinutes: 45,
    startEveryMinutes: 15,
    amount: 9500,
    providerIds: [providers['Ana']!.id, providers['Ben']!.id, providers['Cem']!.id],
  })
})
afterAll(() => api[Symbol.asyncDispose]())

describe('the address of a family', () => {
  const family = { line1: 'Am Kanal 1', city: 'Potsdam', postalCode: '14467', country: 'DE' }

  test('is the origin of distances, and the match stores only the coordinates', async () => {
    const found = await match({ ageMonths: 40, address: family, maxDistanceKm: 5 })
    expect(found.coordinates).toEqual({ latitude: 52.401, longitude: 13.059 })
    expect(names(found)).toEqual(['Cem'])
    expect(found).not.toHaveProperty('address')
    const [kept] = await api.query<{ row: string }>(
      'SELECT m::text AS row FROM therapist_matches m WHERE id = $1',
      [found.id],
    )
    expect(kept!.row).not.toContain('Kanal')
  })

  test.each([
    [{ city: 'Nowhere' }, {}, 'not_found'],
    [{}, { coordinates: MITTE }, 'exactly_one'],
  ])('is refused for %o with %o', async (address, more, code) => {
    const asked = { needs: ['speech'], address: { ...family, ...address }, ...more }
    const refused = await client.post<{ errors: object[] }>('/v1/therapists/match', asked)
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path: 'address', code }]])
  })
})

describe('the needs of a child', () => {
  test('follow from the areas of the active goals', async () => {
    const { id: childId } = await make('/v1/children', {
      firstName: 'Noa',
      lastName: 'Stern',
      birthDate: '2023-02-01',
    })
    const path = '/v1/therapists/match'
    const refused = await client.post<{ errors: object[] }>(path, { childId })
    expect([refused.status, refused.body.errors]).toMatchObject([
      400,
      [{ path: 'needs', code: 'required' }],
    ])
    const need = await make('/v1/matching-needs', {
      code: 'play',
      name: 'Play',
      specialties: ['play therapy'],
      goalAreas: ['Play skills', 'Turn taking'],
    })
    const goal = await make('/v1/goals', {
      childId,
      area: 'turn TAKING',
      title: 'Waits for a turn',
      unit: 'percent',
      baseline: { value: 20 },
      target: { value: 80 },
      criteria: { consecutive: 3 },
    })
    const found = await make<TherapistMatch>(path, { childId })
    expect(found.needs).toEqual(['play'])
    const blind = await api.createClient(client.tenantId, {
      scopes: ['marketplace', 'providers.read', 'bookings.read', 'children.read'],
    })
    expect(await blind.post(path, { childId })).toMatchObject({ status: 403 })
    await make(`/v1/goals/${goal.id}/hold`, {})
    expect(await client.post(path, { childId })).toMatchObject({ status: 400 })
    await make(`/v1/matching-needs/${need.id}/archive`, {})
  })
})

describe('a match', () => {
  test('ranks by the requested criteria, with reasons, real slots and weights', async () => {
    const found = await match({ ageMonths: 40, languages: ['tr'], serviceId: service.id })
    expect(names(found)).toEqual(['Ben', 'Cem', 'Ana'])
    expect(excluded(found)).toEqual({
      no_new_clients: 1,
      service_not_offered: 2,
    })
    expect([found.considered, found.examined]).toEqual([6, 3])
    expect(found.matches[0]).toMatchObject({
      rank: 1,
      exploration: false,
      earliestSlots: [
        { locationId: locations['mitte']!.id, startsAt: '2026-11-25T09:00:00+01:00' },
        { startsAt: '2026-11-25T09:15:00+01:00' },
        { startsAt: '2026-11-25T09:30:00+01:00' },
      ],
    })
    const [first] = found.matches
    const sum = first!.reasons.reduce((total, { weight, value }) => total + weight * value, 0)
    const whole = first!.reasons.reduce((total, { weight }) => total + weight, 0)
    expect(first!.score).toBeCloseTo(sum / whole, 3)
    expect(reason(found, 'Ana', 'language')).toMatchObject({
      value: 0,
      text: 'Does not speak a language of the family.',
    })
    expect(found.weights.language).toBe(20)
  })

  test('leaves out providers whose license does not apply at the place of treatment', async () => {
    const licenses = createLicenses(client)
    const of = (name: string) => ({ providerId: providers[name]!.id })
    await licenses.verified(of('Ana'))
    await licenses.verified({ ...of('Ben'), state: 'US-WI' })
    await licenses.create(of('Cem'))
    await licenses.verified({ ...of('Dea'), profession: 'OCCUPATIONAL_THERAPIST' })
    const found = await match({ state: 'US-IL' })
    expect(new Set(names(found))).toEqual(new Set(['Ana', 'Dea']))
    expect(found.excluded[0]).toEqual({
      code: 'license_not_valid',
      count: 4,
      text: '4 excluded: no valid license in this state.',
    })
    expect(found.state).toBe('US-IL')
    // An occupational therapist with a license for another profession.
    await licenses.verified({ ...of('Dea'), state: 'US-WI' })
    expect(names(await match({ state: 'US-WI' }))).toEqual(['Ben'])
  })

  test('is the same for the same question and is stored as returned', async () => {
    const asked = { ageMonths: 40, languages: ['tr'], coordinates: MITTE }
    const [one, other] = [await match(asked), await match(asked)]
    expect(other.inputHash).toBe(one.inputHash)
    expect(other.matches.map(({ providerId }) => providerId)).toEqual(
      one.matches.map(({ providerId }) => providerId),
    )
    const kept = await client.get<TherapistMatch>(`/v1/therapist-matches/${one.id}`)
    expect(kept.body).toEqual(one)
    const [entry] = await api.query<{ changes: object }>(
      `SELECT changes FROM audit_entries WHERE subject_id = $1 AND action = 'matchTherapists'`,
      [one.id],
    )
    expect(JSON.stringify(entry!.changes)).toContain(one.inputHash)
    expect(JSON.stringify(entry!.changes)).not.toContain('13.405')
  })

  test('respects the distance and names who is too far', async () => {
    const near = await match({ coordinates: MITTE, maxDistanceKm: 10, ageMonths: 40 })
    expect(names(near)).not.toContain('Cem')
    expect(excluded(near)).toMatchObject({ too_far: 1 })
    const far = await match({ coordinates: MITTE, maxDistanceKm: 40, ageMonths: 40 })
    expect(reason(far, 'Cem', 'distance')).toMatchObject({
      text: '26.9 km away.',
      evidenceIds: [locations['potsdam']!.id],
    })
    expect(names(await match({ locationId: locations['potsdam']!.id }))).toEqual(['Cem'])
  })

  test('finds slots in the hours of the family and leaves out providers who start too late', async () => {
    const windows = {
      timeZone: 'Europe/Berlin',
      windows: [{ weekday: 'FRIDAY', startTime: '11:00', endTime: '11:50' }],
    }
    const found = await match({ ageMonths: 40, serviceId: service.id, windows })
    const slots = found.matches.find(({ providerId }) => providerId === providers['Ana']!.id)
    expect(slots!.earliestSlots.map(({ startsAt }) => startsAt)).toEqual([
      '2026-11-27T11:00:00+01:00',
      '2026-12-04T11:00:00+01:00',
      '2026-12-11T11:00:00+01:00',
    ])
    const soon = await match({ ageMonths: 40, serviceId: service.id, latestStartOn: '2026-11-26' })
    expect(names(soon)).toEqual(['Ben', 'Cem'])
    expect(excluded(soon)).toMatchObject({ no_slot_in_time: 1 })
    const late = await client.post('/v1/therapists/match', {
      needs: ['speech'],
      latestStartOn: '2027-02-01',
    })
    expect(late.body).toMatchObject({ errors: [{ path: 'latestStartOn', code: 'out_of_range' }] })
  })

  test('recognizes the care team of the child, who do not need capacity for a new client', async () => {
    await make('/v1/care-team-members', {
      childId: child.id,
      providerId: providers['Cem']!.id,
      role: 'LEAD',
    })
    const other = await match({ ageMonths: 40 })
    expect(excluded(other)).toMatchObject({ caseload_full: 1 })
    const found = await match({ childId: child.id, preferences: ['CONTINUITY'] })
    expect(found.ageMonths).toBe(42)
    expect(names(found)[0]).toBe('Cem')
    expect(reason(found, 'Cem', 'continuity')).toMatchObject({ value: 1, weight: 30 })
    expect(reason(found, 'Cem', 'caseload_room')).toMatchObject({ value: 0 })
  })

  test('filters by profession, payer and modality', async () => {
    expect(names(await match({ needs: ['feeding'] }))).toEqual(['Dea'])
    expect(excluded(await match({ payer: 'Acme', ageMonths: 40 }))).toMatchObject({
      payer_not_taken: 1,
    })
    expect(names(await match({ modality: 'HOME' }))).toEqual([])
    const without = await match({ excludedProviderIds: [providers['Ben']!.id], ageMonths: 40 })
    expect(excluded(without)).toMatchObject({ excluded_by_request: 1 })
  })
})

test.each([
  ['without a child', 4, () => ({ ageMonths: 40, coordinates: MITTE })],
  ['of a child', 6, () => ({ childId: child.id, coordinates: MITTE })],
])('%s takes %i read statements', async (_, count, asked) => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await match({ ...asked(), serviceId: service.id })
    const calls = spy.mock.calls as unknown as [string | { text: string }][]
    const reads = calls
      .map(([query]) => (typeof query === 'string' ? query : query.text).trimStart())
      .filter((text) => text.startsWith('SELECT') && /providers|children|diary/.test(text))
    expect(reads).toHaveLength(count)
  } finally {
    spy.mockRestore()
  }
})

test.each([
  ['sex', { sex: 'FEMALE' }],
  ['religion', { religion: 'none' }],
  ['ethnicity', { ethnicity: 'x' }],
  ['a preference that is not on the list', { preferences: ['PROVIDER_SEX'] }],
  ['an age beside a child', { childId: 'chd_01m7zavmhde4es2ts9few7fzev', ageMonths: 3 }],
  ['a distance from nowhere', { maxDistanceKm: 3 }],
  ['no windows', { windows: { timeZone: 'Europe/Berlin', windows: [] } }],
])('%s is refused', async (_, wrong) => {
  const { status } = await client.post('/v1/therapists/match', { needs: ['speech'], ...wrong })
  expect(status).toBe(400)
})

test('can be requested and read only by people who may read children', async () => {
  const { id } = await match({ childId: child.id })
  const stranger = await api.createClient(client.tenantId, {
    scopes: ['marketplace', 'providers.read', 'bookings.read'],
  })
  const asked = { childId: child.id, needs: ['speech'] }
  expect((await stranger.post('/v1/therapists/match', asked)).status).toBe(403)
  expect((await stranger.get(`/v1/therapist-matches/${id}`)).status).toBe(404)
  const { body } = await stranger.get<{ data: TherapistMatch[] }>('/v1/therapist-matches')
  expect(body.data.length).toBeGreaterThan(0)
  expect(body.data.every(({ childId }) => childId === null)).toBe(true)

  const elsewhere = await api.createClient(client.tenantId, { providerId: providers['Fay']!.id })
  const refused = await elsewhere.post('/v1/therapists/match', asked)
  expect(refused.body).toMatchObject({ errors: [{ path: 'childId', code: 'invalid_reference' }] })
  expect((await elsewhere.get(`/v1/therapist-matches/${id}`)).status).toBe(404)
  const theirs = await api.createClient(client.tenantId, { providerId: providers['Cem']!.id })
  expect((await theirs.post('/v1/therapists/match', asked)).status).toBe(201)
  expect((await theirs.get(`/v1/therapist-matches/${id}`)).status).toBe(200)
})

test('the weights of the centre apply, and a dry run shows their effect', async () => {
  const asked = { ageMonths: 40, languages: ['tr'], serviceId: service.id }
  const before = await match(asked)
  const patch = { weights: { language: 0, earliestSlot: 0, age: 0, distance: 0 } }
  const rehearsed = await client.patch<MatchingSettingsOutcome>(
    '/v1/matching-settings?dryRun=true',
    patch,
  )
  expect(rehearsed.body).toMatchObject({ dryRun: true, version: 2, weights: { language: 0 } })
  const shown = rehearsed.body.movedMatches.find(({ matchId }) => matchId === before.id)!
  expect((await client.get<{ version: number }>('/v1/matching-settings')).body.version).toBe(1)
  const done = await client.patch<MatchingSettingsOutcome>('/v1/matching-settings', patch)
  expect(done.body.movedMatches).toEqual(rehearsed.body.movedMatches)
  const after = await match(asked)
  expect(after.settingsVersion).toBe(2)
  const moves = after.matches.flatMap(({ providerId, rank }) => {
    const old = before.matches.find((one) => one.providerId === providerId)
    return old?.rank === rank ? [] : [{ providerId, rankBefore: old?.rank, rankAfter: rank }]
  })
  expect(moves.length).toBeGreaterThan(0)
  expect(shown.moves).toEqual(moves)
  const none = { weights: Object.fromEntries(Object.keys(after.weights).map((name) => [name, 0])) }
  expect((await client.patch('/v1/matching-settings', none)).status).toBe(400)
})

/** The same numbers in every run. */
const numbersFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('only stated needs affect a score', async () => {
  await make('/v1/guardianships', {
    childId: child.id,
    clientId: (await make('/v1/clients', { name: 'Selin Weiss' })).id,
    relationship: 'mother',
    legal: true,
  })
  const questions = [
    { childId: child.id, languages: ['tr'], coordinates: MITTE },
    { ageMonths: 40, languages: ['de'], serviceId: service.id },
  ]
  const scores = async () => {
    const found = []
    for (const asked of questions) found.push(await match(asked))
    return found.map(({ matches }) => matches.map(({ providerId, score }) => [providerId, score]))
  }
  const expected = await scores()
  const random = numbersFrom(17)
  const words = ['Mohammed', 'Maria', 'Ødegård', 'Cohen', 'Nguyễn', 'محمد', 'Zoë', 'O’Brien']
  const word = () => words[Math.floor(random() * words.length)]!
  for (let round = 0; round < 12; round += 1) {
    for (const { id } of Object.values(providers))
      await api.query(
        'UPDATE providers SET name = $2, email = $3, phone = $4, biography = $5 WHERE id = $1',
        [id, word(), `${round}@example.com`, `+49 30 ${round}`, `${word()} ${word()}`],
      )
    await api.query(
      `UPDATE children SET first_name = $2, last_name = $3, funding_program = $4, alerts = $5 WHERE id = $1`,
      [child.id, word(), word(), word(), JSON.stringify([{ text: word() }])],
    )
    await api.query(`UPDATE clients SET name = $1, address = $2, custom_fields = $3`, [
      word(),
      { line1: word(), city: word(), postalCode: '1', country: 'DE' },
      { religion: word(), placeOfBirth: word(), sex: random() < 0.5 ? 'F' : 'M' },
    ])
    expect(await scores()).toEqual(expected)
  }
})

test('a child under restriction is not matched', async () => {
  const kept = await make('/v1/children', {
    firstName: 'Ida',
    lastName: 'Wolf',
    birthDate: '2022-05-01',
  })
  await make('/v1/processing-restrictions', {
    childId: kept.id,
    ground: 'ACCURACY_CONTESTED',
    reason: 'Contested.',
  })
  const { status, body } = await client.post<{ code: string }>('/v1/therapists/match', {
    childId: kept.id,
    needs: ['speech'],
  })
  expect([status, body.code]).toEqual([409, 'processing_restricted'])
})
