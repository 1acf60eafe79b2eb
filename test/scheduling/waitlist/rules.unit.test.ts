import { describe, expect, test } from 'vitest'
import {
  fitOf,
  isWanted,
  offerEndsAt,
  planOffers,
  ranked,
  servicesFor,
  type Slot,
  type SlotFacts,
  type Wishes,
} from '#scheduling/waitlist/rules.ts'

/** A Tuesday; 10:00 in Berlin. */
const slot: Slot = {
  providerId: 'prv_1',
  locationId: 'loc_1',
  serviceId: 'svc_1',
  startsAt: new Date('2026-12-01T10:00:00+01:00'),
  timeZone: 'Europe/Berlin',
}
const anything: Wishes = {
  id: 'wle_1',
  serviceIds: ['svc_1'],
  providerIds: [],
  locationIds: [],
  weekdays: [],
  times: [],
  startsOn: null,
  endsOn: null,
  priority: 0,
  createdAt: new Date('2026-11-01T00:00:00Z'),
}
const day = (date: string) => new Date(`${date}T00:00:00Z`)

describe('a slot matches', () => {
  test.each<[string, boolean, Partial<Wishes>, Partial<Slot>?]>([
    ['by who wishes for nothing in particular', true, {}],
    ['with the provider', true, { providerIds: ['prv_2', 'prv_1'] }],
    ['not with another', false, { providerIds: ['prv_2'] }],
    ['at the location', true, { locationIds: ['loc_1'] }],
    ['not at another', false, { locationIds: ['loc_2'] }],
    ['on the weekday', true, { weekdays: ['TUESDAY'] }],
    ['not on another', false, { weekdays: ['MONDAY', 'WEDNESDAY'] }],
    [
      'from the first minute of a time',
      true,
      { times: [{ startTime: '10:00', endTime: '11:00' }] },
    ],
    ['not from its last', false, { times: [{ startTime: '09:00', endTime: '10:00' }] }],
    [
      'in the second of two',
      true,
      {
        times: [
          { startTime: '08:00', endTime: '09:00' },
          { startTime: '09:30', endTime: '24:00' },
        ],
      },
    ],
    ['on the first day', true, { startsOn: day('2026-12-01') }],
    ['not before it', false, { startsOn: day('2026-12-02') }],
    ['on the last day', true, { endsOn: day('2026-12-01') }],
    ['not after it', false, { endsOn: day('2026-11-30') }],
    [
      'by the days and times of its location',
      true,
      { weekdays: ['WEDNESDAY'], times: [{ startTime: '14:45', endTime: '14:46' }] },
      { startsAt: new Date('2026-12-02T09:00:00Z'), timeZone: 'Asia/Kathmandu' },
    ],
    [
      'where the day is another one than in UTC',
      true,
      { weekdays: ['WEDNESDAY'], startsOn: day('2026-12-02') },
      { startsAt: new Date('2026-12-01T20:00:00Z'), timeZone: 'Australia/Lord_Howe' },
    ],
  ])('%s: %s', (_, expected, wishes, other = {}) => {
    expect(isWanted({ ...anything, ...wishes }, { ...slot, ...other })).toBe(expected)
  })
})

test('a request for exactly this slot fits best', () => {
  expect(fitOf(anything, slot)).toBe(4)
  expect(fitOf({ ...anything, serviceIds: ['svc_2'] }, slot)).toBe(0)
  expect(fitOf({ ...anything, providerIds: ['prv_1'], locationIds: ['loc_1'] }, slot)).toBe(7)
  expect(fitOf(anything, { ...slot, serviceId: null })).toBe(0)
})

test('candidates are sorted by priority, then fit, then waiting time', () => {
  const entry = (id: string, more: Partial<Wishes>) => ({ ...anything, id, ...more })
  const late = { createdAt: new Date('2026-11-02T00:00:00Z') }
  const entries = [
    entry('late', late),
    entry('elsewhere', { locationIds: ['loc_2'], priority: 9 }),
    entry('early', {}),
    entry('other-service', { serviceIds: ['svc_2'] }),
    entry('fits', { providerIds: ['prv_1'], ...late }),
    entry('urgent', { priority: 1, serviceIds: ['svc_2'], ...late }),
  ]
  const order = ['urgent', 'fits', 'early', 'late', 'other-service']
  expect(ranked(entries, slot).map(({ id }) => id)).toEqual(order)
  expect(ranked(entries.toReversed(), slot).map(({ id }) => id)).toEqual(order)
})

test('the service of the freed slot is tried first', () => {
  const wishes = { ...anything, serviceIds: ['svc_3', 'svc_1', 'svc_2'] }
  expect(servicesFor(wishes, slot)).toEqual(['svc_1', 'svc_3', 'svc_2'])
})

test.each([
  ['two hours', '2026-11-30T10:00:00+01:00', '2026-11-30T12:00:00+01:00'],
  ['until an hour before the start', '2026-12-01T08:00:00+01:00', '2026-12-01T09:00:00+01:00'],
  ['a quarter of an hour at the least', '2026-12-01T08:45:00+01:00', '2026-12-01T09:00:00+01:00'],
  ['not at all when it is too late', '2026-12-01T08:46:00+01:00', null],
])('an offer is valid %s', (_, now, until) => {
  expect(offerEndsAt(new Date(now), slot.startsAt)).toEqual(until && new Date(until))
})

describe('the plan of a freed slot', () => {
  const at = (time: string) => new Date(`2026-11-30T${time}:00+01:00`)
  const facts: SlotFacts = {
    status: 'OPEN',
    createdAt: at('12:00'),
    offers: 0,
    last: null,
    timeZone: 'Europe/Berlin',
    quietHours: { startTime: '21:00', endTime: '07:00' },
  }
  const offer = (status: 'OFFERED' | 'DECLINED', decidedAt: Date | null) => ({
    offers: 2,
    last: { status, expiresAt: at('15:00'), decidedAt },
  })
  test.each<[string, Partial<SlotFacts>, object[]]>([
    ['begins with an offer', {}, [{ step: 'offer-1', dueAt: at('12:00') }]],
    [
      'makes none at night',
      { createdAt: at('22:00') },
      [
        {
          step: 'offer-1',
          dueAt: new Date('2026-12-01T07:00:00+01:00'),
          originallyDueAt: at('22:00'),
        },
      ],
    ],
    ['waits for the answer', offer('OFFERED', null), [{ step: 'expiry-2', dueAt: at('15:00') }]],
    [
      'goes on when that is no',
      offer('DECLINED', at('14:00')),
      [{ step: 'offer-3', dueAt: at('14:00') }],
    ],
    ['ends when it is booked', { ...offer('DECLINED', at('14:00')), status: 'BOOKED' }, []],
    ['ends when nobody is left', { status: 'CLOSED' }, []],
  ])('%s', (_, more, steps) => {
    expect(planOffers({ ...facts, ...more })).toEqual(steps)
  })
})
