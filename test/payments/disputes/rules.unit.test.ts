import { expect, test } from 'vitest'
import {
  countedOf,
  disputeAfter,
  isKnown,
  movesOf,
  responseTo,
  sharesOf,
  UNKNOWN_DISPUTE,
  type DisputeFacts,
} from '#payments/disputes/rules.ts'
import type { DisputeState } from '../../../providers/payments/dispute-state.ts'

const AT = new Date('2026-11-25T10:00:00Z')
const fee = { amountMinor: 1_500, currency: 'EUR' }
const OPEN: DisputeState = {
  reference: 'dp_1',
  status: 'NEEDS_RESPONSE',
  isInquiry: false,
  reason: 'fraudulent',
  amountMinor: 9_000,
  currency: 'EUR',
  withdrawnMinor: 9_000,
  withheldMinor: 9_000,
  fee,
  dueAt: null,
}
const INQUIRY = { ...OPEN, isInquiry: true, withdrawnMinor: 0, withheldMinor: 0, fee: null }
const BACK = { withheldMinor: 0, fee: { ...fee, amountMinor: 0 } }

/** The effect of each state after the previous ones, and the final record. */
const follow = (...states: DisputeState[]) => {
  let facts: DisputeFacts = UNKNOWN_DISPUTE
  const moves = states.map((state) => {
    const moved = movesOf(facts, state).map(({ step, amountMinor }) => `${step} ${amountMinor}`)
    const { status, isInquiry, amountMinor, withheldMinor, feeMinor } = disputeAfter(
      facts,
      state,
      AT,
    )
    facts = { status, isInquiry, amountMinor, withheldMinor, feeMinor }
    return moved
  })
  return { moves, facts, isOver: disputeAfter(facts, states.at(-1)!, AT).closedAt !== null }
}

const TAKEN = ['withdraw 9000', 'chargeFee 1500']

test.each<[string, DisputeState[], string[][], boolean]>([
  ['lost', [OPEN, { ...OPEN, status: 'LOST' }], [TAKEN, ['lose 9000']], true],
  [
    'won, and the money comes later',
    [OPEN, { ...OPEN, status: 'WON' }, { ...OPEN, status: 'WON', ...BACK }],
    [TAKEN, [], ['reinstate 9000', 'returnFee 1500']],
    true,
  ],
  ['won, and the money is awaited', [OPEN, { ...OPEN, status: 'WON' }], [TAKEN, []], false],
  [
    'heard of when it is lost',
    [{ ...OPEN, status: 'LOST' }],
    [['withdraw 9000', 'lose 9000', 'chargeFee 1500']],
    true,
  ],
  [
    'lost, of which a part came back',
    [OPEN, { ...OPEN, status: 'LOST', withheldMinor: 4_000 }],
    [TAKEN, ['reinstate 5000', 'lose 4000']],
    true,
  ],
  [
    'heard of when it is won',
    [{ ...OPEN, status: 'WON', ...BACK }],
    [['withdraw 9000', 'reinstate 9000']],
    true,
  ],
  [
    'lost without a word of the money',
    [{ ...INQUIRY, isInquiry: false, status: 'LOST' }],
    [['withdraw 9000', 'lose 9000']],
    true,
  ],
  ['an inquiry that is closed', [INQUIRY, { ...INQUIRY, status: 'CLOSED' }], [[], []], true],
  ['an inquiry that becomes a dispute', [INQUIRY, OPEN], [[], TAKEN], false],
  ['the same twice', [OPEN, OPEN], [TAKEN, []], false],
])('%s', (_, states, moves, isOver) => {
  const followed = follow(...states)
  expect([followed.moves, followed.isOver]).toEqual([moves, isOver])
})

test('a repeated status is ignored', () => {
  const row = { ...UNKNOWN_DISPUTE, ...disputeAfter(UNKNOWN_DISPUTE, OPEN, AT) }
  expect(isKnown(row, OPEN, AT)).toBe(true)
  expect(isKnown(row, { ...OPEN, status: 'UNDER_REVIEW' }, AT)).toBe(false)
  expect(isKnown(row, { ...OPEN, dueAt: AT }, AT)).toBe(false)
})

test('a payment counts its disputed and lost amounts', () => {
  const of = (status: string, more = {}) => ({
    ...UNKNOWN_DISPUTE,
    isInquiry: false,
    amountMinor: 100,
    withheldMinor: 100,
    status,
    ...more,
  })
  const all = [
    of('NEEDS_RESPONSE'),
    of('UNDER_REVIEW'),
    of('NEEDS_RESPONSE', { isInquiry: true }),
    of('LOST'),
    of('WON'),
  ]
  expect(countedOf(all)).toEqual({ disputedMinor: 200, chargedBackMinor: 100 })
})

const AWAITED = {
  status: 'NEEDS_RESPONSE',
  isInquiry: false,
  dueAt: new Date('2026-12-05T22:59:59Z'),
  response: null,
  responses: 0,
  submittedAt: null,
  refusalCode: null,
}
const answered = { response: 'EVIDENCE', responses: 1 }

test.each([
  ['the first', {}, 1],
  ['of an inquiry', { isInquiry: true }, 1],
  ['without a due date', { dueAt: null }, 1],
  ['after one that was refused', { ...answered, refusalCode: 'dispute_not_open' }, 2],
])('a response is accepted: %s', (_, more, responses) => {
  expect(responseTo({ ...AWAITED, ...more }, 'EVIDENCE', AT)).toMatchObject({
    response: 'EVIDENCE',
    respondedAt: AT,
    responses,
    submittedAt: null,
    refusalCode: null,
  })
})

test.each([
  ['while another is on its way', answered, 'EVIDENCE', 'dispute_not_answerable'],
  [
    'after one that was taken',
    { ...answered, submittedAt: AT },
    'EVIDENCE',
    'dispute_not_answerable',
  ],
  ['too late', { dueAt: AT }, 'EVIDENCE', 'dispute_not_answerable'],
  ['acceptance of an inquiry', { isInquiry: true }, 'ACCEPTANCE', 'dispute_not_answerable'],
  ['while the bank decides', { status: 'UNDER_REVIEW' }, 'EVIDENCE', 'invalid_transition'],
  ['when it is lost', { status: 'LOST' }, 'ACCEPTANCE', 'invalid_transition'],
] as const)('a response is refused: %s', (_, more, response, code) => {
  expect(() => responseTo({ ...AWAITED, ...more }, response, AT)).toThrow(
    expect.objectContaining({ code }),
  )
})

const STATE = {
  reference: 'dp_1',
  status: 'NEEDS_RESPONSE',
  isInquiry: false,
  reason: 'fraudulent',
  amountMinor: 10,
  currency: 'EUR',
  withdrawnMinor: 10,
  withheldMinor: 10,
  fee: { amountMinor: 1_500, currency: 'EUR' },
  dueAt: null,
} as const
const joint = (amounts: readonly number[]) =>
  amounts.map((amountMinor, index) => ({
    id: `pay_${index}`,
    capturedWithId: 'pay_0',
    amountMinor,
  }))

test.each([
  ['all of it', {}, [7, 3], [7, 3], [7, 3]],
  ['a part of it', { amountMinor: 5, withdrawnMinor: 5, withheldMinor: 5 }, [7, 3], [3, 2], [3, 2]],
  [
    'a part of which a part came back',
    { amountMinor: 5, withheldMinor: 2 },
    [7, 3],
    [3, 2],
    [1, 1],
  ],
  ['a cent', { amountMinor: 1, withdrawnMinor: 1, withheldMinor: 1 }, [5, 5], [0, 1], [0, 1]],
])('a dispute of %s covers payments by their parts', (_, more, paid, amounts, withheld) => {
  const shares = sharesOf(joint(paid), { ...STATE, ...more })
  expect(shares.map(({ amountMinor }) => amountMinor)).toEqual(amounts)
  expect(shares.map(({ withheldMinor }) => withheldMinor)).toEqual(withheld)
  expect(shares.map(({ fee }) => fee !== null)).toEqual([true, false])
})

test('a dispute of one payment covers the amount reported by the gateway', () => {
  const alone = { id: 'pay_0', capturedWithId: null, amountMinor: 9 }
  expect(sharesOf([alone], STATE)).toEqual([STATE])
})
