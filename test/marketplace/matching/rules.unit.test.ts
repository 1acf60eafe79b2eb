import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#marketplace/matching-settings/rules.ts'
import { boundingBox } from '#marketplace/matching/bounding-box.ts'
import { excludedFor, excludedLate, type Exclusion } from '#marketplace/matching/excluded-for.ts'
import { reasonsOf } from '#marketplace/matching/reasons-of.ts'
import {
  boundOf,
  countingFor,
  EXPLORATION_MARGIN,
  ranked,
  scoreOf,
  valuesOf,
  weightOf,
} from '#marketplace/matching/rules.ts'
import {
  LOOK_AHEAD_MS,
  type Candidate,
  type Examined,
  type Wish,
} from '#marketplace/matching/wish.ts'

const { weights } = DEFAULT_SETTINGS
const NOW = Date.parse('2026-11-24T08:00:00Z')

const wish: Wish = {
  hasChild: true,
  needs: [
    { id: 'mtn_1', specialties: ['Speech therapy'], professions: [] },
    { id: 'mtn_2', specialties: ['stuttering', 'fluency'], professions: [] },
  ],
  ageMonths: 40,
  languages: ['de', 'tr'],
  locationId: null,
  hasPlace: true,
  maxDistanceKm: 20,
  modality: 'CLINIC',
  payer: 'medicaid',
  latestStartOn: '2026-12-01',
  preferences: [],
  excludedProviderIds: [],
  performers: [],
}

const provider: Examined = {
  id: 'prv_1',
  status: 'APPROVED',
  specialties: ['speech therapy', 'Fluency '],
  languages: ['de'],
  locationIds: ['loc_1'],
  profession: null,
  ageRange: { fromMonths: 24, toMonths: 72 },
  modalities: ['CLINIC'],
  payers: ['Medicaid'],
  acceptsNewClients: true,
  caseloadLimit: 10,
  isNew: false,
  isLicensed: true,
  knownBy: null,
  nearest: { id: 'loc_1', km: 10 },
  caseload: 5,
  asked: 4,
  declined: 1,
  slots: [{ locationId: 'loc_1', at: NOW + LOOK_AHEAD_MS / 4, day: '2026-12-01' }],
}

describe('exclusions', () => {
  const team = { id: 'ctm_1', isTeam: true }
  test.each<[Exclusion | undefined, Partial<Candidate>, Partial<Wish>]>([
    [undefined, {}, {}],
    ['excluded_by_request', {}, { excludedProviderIds: ['prv_1'] }],
    ['not_approved', { status: 'SUSPENDED' }, {}],
    ['not_approved', { status: 'APPLIED', acceptsNewClients: false }, {}],
    ['license_not_valid', { isLicensed: false, acceptsNewClients: false }, {}],
    ['no_new_clients', { acceptsNewClients: false }, {}],
    [undefined, { acceptsNewClients: false, knownBy: team }, {}],
    ['service_not_offered', {}, { performers: ['prv_2'] }],
    [undefined, {}, { performers: ['prv_1'] }],
    ['not_at_location', {}, { locationId: 'loc_2' }],
    [undefined, { locationIds: [] }, { locationId: 'loc_2' }],
    [
      'other_profession',
      { profession: 'AUDIOLOGIST' },
      { needs: [{ id: 'n', specialties: ['x'], professions: ['PSYCHOLOGIST'] }] },
    ],
    ['other_profession', {}, { needs: [{ id: 'n', specialties: ['x'], professions: ['NURSE'] }] }],
    ['age_not_treated', {}, { ageMonths: 23 }],
    [undefined, {}, { ageMonths: 24 }],
    [undefined, {}, { ageMonths: 71 }],
    ['age_not_treated', {}, { ageMonths: 72 }],
    [undefined, { ageRange: { fromMonths: 0, toMonths: null } }, { ageMonths: 400 }],
    [undefined, { ageRange: null }, { ageMonths: 400 }],
    [undefined, {}, { ageMonths: null }],
    ['modality_not_offered', {}, { modality: 'TELEHEALTH' }],
    ['payer_not_taken', {}, { payer: 'Acme' }],
    [undefined, { payers: [] }, { payer: 'Acme' }],
    ['too_far', { nearest: null }, {}],
    [undefined, { nearest: null }, { maxDistanceKm: null }],
    [undefined, { nearest: null, modalities: ['TELEHEALTH'] }, { modality: 'TELEHEALTH' }],
    ['too_far', { nearest: null, modalities: ['HOME'] }, { modality: 'HOME', maxDistanceKm: null }],
  ])('%s of %j for %j', (expected, of, asked) => {
    expect(excludedFor({ ...provider, ...of }, { ...wish, ...asked })).toBe(expected)
  })

  test.each<[Exclusion | undefined, Partial<Examined>, Partial<Wish>]>([
    [undefined, {}, {}],
    ['caseload_full', { caseload: 10 }, {}],
    [undefined, { caseload: 10, knownBy: team }, {}],
    [undefined, { caseload: 99, caseloadLimit: null }, {}],
    ['no_slot_in_time', {}, { latestStartOn: '2026-11-30' }],
    ['no_slot_in_time', { slots: [] }, {}],
    [undefined, { slots: [] }, { latestStartOn: null }],
  ])('%s by the calendar, of %j for %j', (expected, of, asked) => {
    expect(excludedLate({ ...provider, ...of }, { ...wish, ...asked })).toBe(expected)
  })
})

test('values state how well each criterion is met', () => {
  expect(valuesOf(provider, wish, NOW)).toEqual({
    specialty: 1,
    language: 1,
    age: 1,
    continuity: 0,
    distance: 0.5,
    earliestSlot: 0.75,
    caseloadRoom: 0.5,
    acceptance: 0.7,
  })
  const other = {
    ...provider,
    specialties: ['stuttering'],
    languages: ['tr-CY'],
    ageRange: null,
    knownBy: { id: 'apt_1', isTeam: false },
    caseloadLimit: null,
    asked: 0,
    declined: 0,
    slots: [],
  }
  expect(valuesOf(other, wish, NOW)).toEqual({
    specialty: 0.5,
    language: 0.8,
    age: 0.5,
    continuity: 0.7,
    distance: 0.5,
    earliestSlot: 0,
    caseloadRoom: 0.5,
    acceptance: 0.5,
  })
})

test('criteria that were not requested do not count', () => {
  const little = { ...wish, hasChild: false, ageMonths: null, languages: [], hasPlace: false }
  expect(countingFor(little)).toEqual(['specialty', 'earliestSlot', 'caseloadRoom', 'acceptance'])
  expect(countingFor({ ...wish, modality: 'TELEHEALTH' })).not.toContain('distance')
})

test('a score is the weighted mean, preferences count twice, and no bound is below it', () => {
  const values = valuesOf(provider, wish, NOW)
  expect(scoreOf(values, weights, [])).toBeCloseTo(
    (30 + 20 + 10 + 0 + 10 * 0.5 + 15 * 0.75 + 5 * 0.5 + 5 * 0.7) / 110,
    4,
  )
  expect(weightOf('distance', weights, ['DISTANCE'])).toBe(20)
  expect(scoreOf(values, weights, ['DISTANCE'])).toBeLessThan(scoreOf(values, weights, []))
  expect(scoreOf(values, weights, ['LANGUAGE'])).toBeGreaterThan(scoreOf(values, weights, []))
  expect(scoreOf(boundOf(provider, wish), weights, [])).toBeGreaterThanOrEqual(
    scoreOf(values, weights, []),
  )
  expect(scoreOf({ language: 1 }, { ...weights, language: 0 }, [])).toBe(0)
})

describe('ranks', () => {
  const scored = (count: number, isNew: (index: number) => boolean) =>
    Array.from({ length: count }, (_, index) => ({
      providerId: `prv_${String(index).padStart(2, '0')}`,
      score: 0.9 - Math.floor(index / 2) * 0.01,
      isNew: isNew(index),
    }))
  const ids = (list: { providerId: string }[]) => list.map(({ providerId }) => providerId)
  const ask = { limit: 10, seed: 'seed' }

  test('are by score, then by id, whatever the input order', () => {
    const all = scored(20, () => false)
    const expected = ids(all).slice(0, 10)
    expect(ids(ranked(all, { explorationShare: 0.3 }, ask))).toEqual(expected)
    expect(ids(ranked(all.toReversed(), { explorationShare: 0.3 }, ask))).toEqual(expected)
  })

  test('give a bounded share of the last places to new providers, the same for every call', () => {
    const all = scored(20, (index) => index >= 12)
    const answered = ranked(all, { explorationShare: 0.2 }, ask)
    expect(answered).toHaveLength(10)
    expect(answered.map(({ exploration }) => exploration)).toEqual([
      ...Array<boolean>(8).fill(false),
      true,
      true,
    ])
    expect(ranked(all.toReversed(), { explorationShare: 0.2 }, ask)).toEqual(answered)
    const seeds = Array.from({ length: 20 }, (_, index) => `seed ${index}`)
    const chosen = new Set(
      seeds.flatMap((seed) =>
        ids(ranked(all, { explorationShare: 0.2 }, { limit: 10, seed }).slice(8)),
      ),
    )
    expect(chosen.size).toBeGreaterThan(4)
  })

  test('reserve nothing for providers who already rank, score far worse, or if the share is zero', () => {
    const places = (all: ReturnType<typeof scored>, explorationShare: number) =>
      ranked(all, { explorationShare }, ask).filter(({ exploration }) => exploration).length
    expect(
      places(
        scored(20, () => true),
        0.3,
      ),
    ).toBe(0)
    expect(
      places(
        scored(20, (index) => index >= 10),
        0,
      ),
    ).toBe(0)
    expect(
      places(
        scored(20, (index) => index >= 10),
        0.09,
      ),
    ).toBe(0)
    const worse = scored(20, (index) => index >= 10).map((one) =>
      one.isNew ? { ...one, score: 0.86 - EXPLORATION_MARGIN - 0.01 } : one,
    )
    expect(places(worse, 0.3)).toBe(0)
  })
})

test('explain every reason that counts and its basis', () => {
  const values = valuesOf(provider, wish, NOW)
  const reasons = reasonsOf(provider, wish, { values, weights })
  expect(reasons.map(({ code }) => code)).toEqual([
    'specialty',
    'language',
    'age',
    'continuity',
    'distance',
    'earliest_slot',
    'caseload_room',
    'acceptance',
  ])
  expect(reasons[0]).toEqual({
    code: 'specialty',
    weight: 30,
    value: 1,
    text: 'Meets 2 of 2 needs.',
    evidenceIds: ['prv_1', 'mtn_1', 'mtn_2'],
  })
})

describe('a bounding box contains its circle', () => {
  const km = (a: [number, number], b: [number, number]) => {
    const [[lat1, lon1], [lat2, lon2]] = [a, b].map((at) => at.map((x) => (x * Math.PI) / 180)) as [
      [number, number],
      [number, number],
    ]
    const h =
      Math.sin((lat2 - lat1) / 2) ** 2 +
      Math.cos(lat1) * Math.cos(lat2) * Math.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371.0088 * Math.asin(Math.sqrt(h))
  }
  test.each<[number, number, number]>([
    [52.5, 13.4, 20],
    [0, 0, 500],
    [-89.9, 10, 50],
    [60, 179.9, 30],
    [70, -120, 500],
  ])('at %d, %d of %d km', (latitude, longitude, radiusKm) => {
    const box = boundingBox({ latitude, longitude }, radiusKm)
    let inside = 0
    for (let index = 0; index < 4_000; index += 1) {
      const lat = Math.max(-90, Math.min(90, latitude + ((index % 64) / 32 - 1) * 6))
      const lon = ((longitude + (Math.floor(index / 64) / 31 - 1) * 30 + 540) % 360) - 180
      if (km([latitude, longitude], [lat, lon]) > radiusKm) continue
      inside += 1
      expect(lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east).toBe(true)
    }
    expect(inside).toBeGreaterThan(0)
  })
})
