import { expect, test } from 'vitest'
import {
  retentionEnds,
  RETENTION_YEARS,
  type ChildHistory,
  type Contact,
  type RetentionTerms,
  type Voucher,
} from '#privacy/retention/rules.ts'

const TERMS: RetentionTerms = {
  clinicalYears: RETENTION_YEARS.clinicalYears.usual,
  childUntilAge: RETENTION_YEARS.childUntilAge.usual,
  financialYears: RETENTION_YEARS.financialYears.usual,
  timeZone: 'Europe/Berlin',
}
const BORN = '2010-05-04'
const session = (startedAt: string, endedAt?: string): Contact => ({
  kind: 'session',
  startedAt: new Date(startedAt),
  endedAt: endedAt === undefined ? null : new Date(endedAt),
})
const appointment = (
  status: (Contact & { kind: 'appointment' })['status'],
  endsAt: string,
): Contact => ({ kind: 'appointment', status, endsAt: new Date(endsAt) })

test('the retention periods are those of the law', () => {
  expect(TERMS).toMatchObject({ clinicalYears: 10, childUntilAge: 25, financialYears: 8 })
})

interface ClinicalCase {
  contacts: Contact[]
  terms?: Partial<RetentionTerms>
  birthDates?: string[]
  until: string | null
}

test.each<[string, ClinicalCase]>([
  ['nobody came: nothing obliges', { contacts: [], until: null }],
  [
    'what was only booked, called off or missed is no contact',
    {
      contacts: [
        appointment('CONFIRMED', '2026-11-20T09:00:00Z'),
        appointment('CANCELLED', '2026-11-20T09:00:00Z'),
        appointment('NO_SHOW', '2026-11-20T09:00:00Z'),
      ],
      until: null,
    },
  ],
  [
    'an assessment or program without a date is none either',
    {
      contacts: [
        { kind: 'assessment', administeredOn: null },
        { kind: 'program', closedOn: null },
      ],
      until: null,
    },
  ],
  [
    'of a child, until the 25th birthday at midnight of the centre',
    { contacts: [session('2020-11-20T09:00:00Z')], until: '2035-05-03T22:00:00.000Z' },
  ],
  [
    'ten years after the last contact, where that is later',
    {
      contacts: [session('2026-11-20T09:00:00Z', '2026-11-20T09:45:00Z')],
      until: '2036-11-20T09:45:00.000Z',
    },
  ],
  [
    'the latest of all contacts counts',
    {
      contacts: [
        session('2027-01-01T09:00:00Z', '2027-01-01T10:00:00Z'),
        appointment('COMPLETED', '2027-02-01T10:00:00Z'),
        { kind: 'assessment', administeredOn: '2027-04-03' },
        { kind: 'program', closedOn: '2027-03-01' },
      ],
      until: '2037-04-02T22:00:00.000Z',
    },
  ],
  [
    'without an age, years alone',
    {
      contacts: [session('2012-06-01T08:00:00Z')],
      terms: { childUntilAge: null },
      until: '2022-06-01T08:00:00.000Z',
    },
  ],
  [
    'the centre’s own years and age',
    {
      contacts: [session('2020-11-20T09:00:00Z')],
      terms: { clinicalYears: 30, childUntilAge: 18 },
      until: '2050-11-20T09:00:00.000Z',
    },
  ],
  [
    'of records that were merged, the youngest birth date',
    {
      contacts: [session('2020-11-20T09:00:00Z')],
      birthDates: [BORN, '2011-05-04'],
      until: '2036-05-03T22:00:00.000Z',
    },
  ],
  [
    'born on 29 February: 28 February of a common year',
    {
      contacts: [session('2020-11-20T09:00:00Z')],
      birthDates: ['2012-02-29'],
      until: '2037-02-27T23:00:00.000Z',
    },
  ],
  [
    'ten years are of the centre’s calendar: the same hour, with or without summer time',
    {
      contacts: [session('2026-03-29T08:00:00Z')],
      terms: { childUntilAge: null },
      until: '2036-03-29T09:00:00.000Z',
    },
  ],
])('clinical: %s', (_, { contacts, terms, birthDates = [BORN], until }) => {
  const child: ChildHistory = { birthDates, contacts }
  const { clinical } = retentionEnds({ children: [child], vouchers: [] }, { ...TERMS, ...terms })
  expect(clinical?.toISOString() ?? null).toBe(until)
})

test('the record of a client is kept as long as that of any child that names them', () => {
  const children = ['2012-06-01T08:00:00Z', '2014-06-01T08:00:00Z'].map((at) => ({
    birthDates: ['1990-01-01'],
    contacts: [session(at)],
  }))
  const never = { birthDates: ['2020-01-01'], contacts: [] }
  expect(retentionEnds({ children: [...children, never], vouchers: [] }, TERMS).clinical).toEqual(
    new Date('2024-06-01T08:00:00Z'),
  )
})

const voucher = (orderedAt: string, settledAt?: string): Voucher => ({
  orderedAt: new Date(orderedAt),
  settledAt: settledAt === undefined ? null : new Date(settledAt),
})

test.each<[string, Voucher[], Partial<RetentionTerms>, string | null]>([
  ['no order: nothing obliges', [], {}, null],
  [
    'eight calendar years from the end of the year',
    [voucher('2026-03-01T09:00:00Z')],
    {},
    '2034-12-31T23:00:00.000Z',
  ],
  [
    'the payment counts where it came in a later year',
    [voucher('2026-12-30T09:00:00Z', '2027-01-04T09:00:00Z')],
    {},
    '2035-12-31T23:00:00.000Z',
  ],
  [
    'the year is the centre’s: it begins an hour before midnight UTC',
    [voucher('2026-12-31T23:30:00Z')],
    {},
    '2035-12-31T23:00:00.000Z',
  ],
  [
    'the latest order counts, and the centre’s own years',
    [voucher('2026-03-01T09:00:00Z'), voucher('2024-03-01T09:00:00Z')],
    { financialYears: 15, timeZone: 'America/New_York' },
    '2042-01-01T05:00:00.000Z',
  ],
])('financial: %s', (_, vouchers, terms, until) => {
  const { financial } = retentionEnds({ children: [], vouchers }, { ...TERMS, ...terms })
  expect(financial?.toISOString() ?? null).toBe(until)
})
