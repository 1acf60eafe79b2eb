import { noteMoves } from '#clinical/notes/moves.ts'
import { orderMoves } from '#receivables/orders/moves.ts'
import { assertMove, nextStatus } from '#platform/core/records/moves.ts'
import { describe, expect, test } from 'vitest'
import { assertNotInFuture } from '#people/children/rules.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { mergePatch } from '#platform/core/input/merge-patch.ts'
import {
  DEFAULT_SCOPES,
  permissionsOf,
  SCOPES,
  type Actor,
  type Scope,
} from '#platform/core/access/permissions.ts'
import {
  assertOptions,
  mergeCustomFields,
  type CustomFieldRule,
} from '#organization/custom-fields/rules.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'
import { assertChargeable, orderAmounts, orderSource } from '#receivables/orders/rules.ts'
import { isSettled } from '#payments/payments/rules.ts'
import { amountToRefund, isAllBack } from '#payments/refunds/rules.ts'
import type { GatewayResult } from '../../providers/payments/gateway.ts'
import { canonicalLanguage } from '#messaging/locales/languages.ts'
import { newReferences } from '#organization/providers/rules.ts'
import { assertSignable, signerFor } from '#clinical/notes/rules.ts'
import { assertSessionTimes } from '#clinical/sessions/rules.ts'

const ON_BEHALF = { permissions: permissionsOf(['signatures-on-behalf']) }
const EXPLICIT: readonly Scope[] = ['cosignatures', 'signatures-on-behalf']

/** The refusal shown to the caller: code, and issues by path. */
const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const issues = error.issues.map(({ path, code }) => [path, code])
    return { code: error.code, issues, extra: error.extra }
  }
  throw new Error('It was not refused')
}

describe('JSON merge patch (the examples of RFC 7396, appendix A)', () => {
  test.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j patched with %j is %j', (target, patch, merged) => {
    expect(mergePatch(target, patch)).toEqual(merged)
  })
})

describe('custom fields', () => {
  const rule = (key: string, type: string, more: Partial<CustomFieldRule> = {}) => ({
    key,
    type,
    options: [],
    required: false,
    archived: false,
    ...more,
  })
  const rules = [
    rule('note', 'TEXT'),
    rule('age', 'NUMBER'),
    rule('vip', 'BOOLEAN'),
    rule('since', 'DATE'),
    rule('plan', 'SELECT', { options: ['public', 'private'] }),
  ]

  test.each([
    ['note', 'some text'],
    ['age', 4.5],
    ['vip', false],
    ['since', '2024-02-29'],
    ['plan', 'public'],
  ])('%s accepts %j', (key, value) => {
    expect(mergeCustomFields(rules, {}, { [key]: value })).toEqual({ [key]: value })
  })

  test.each([
    ['note', 4, 'invalid_type'],
    ['age', '4', 'invalid_type'],
    ['vip', 'true', 'invalid_type'],
    ['since', '2025-02-29', 'invalid_type'],
    ['since', 'yesterday', 'invalid_type'],
    ['plan', 'gold', 'invalid_value'],
    ['other', 'x', 'unknown_member'],
    ['other', null, 'unknown_member'],
  ])('%s refuses %j as %s, with the path', (key, value, code) => {
    const refusal = refusalOf(() => mergeCustomFields(rules, {}, { [key]: value }))
    expect(refusal).toMatchObject({
      code: 'validation_failed',
      issues: [[`custom_fields.${key}`, code]],
    })
  })

  test('all errors are reported together', () => {
    const strict = [...rules, rule('id', 'TEXT', { required: true })]
    const refusal = refusalOf(() => mergeCustomFields(strict, {}, { age: 'x', who: 1 }))
    expect(refusal.issues).toEqual([
      ['custom_fields.age', 'invalid_type'],
      ['custom_fields.who', 'unknown_member'],
      ['custom_fields.id', 'required'],
    ])
  })

  test('a patch keeps omitted members and removes those set to null', () => {
    const before = { note: 'a', age: 3 }
    expect(mergeCustomFields(rules, before, { age: null, vip: true })).toEqual({
      note: 'a',
      vip: true,
    })
  })

  test('a value without a definition stays, and can be removed but not written', () => {
    const before = { old: 'x' }
    expect(mergeCustomFields(rules, before, { age: 1 })).toEqual({ old: 'x', age: 1 })
    expect(mergeCustomFields(rules, before, { old: null })).toEqual({})
    expect(refusalOf(() => mergeCustomFields(rules, before, { old: 'y' })).issues).toEqual([
      ['custom_fields.old', 'unknown_member'],
    ])
  })

  test('a centre without definitions stores any field', () => {
    expect(mergeCustomFields([], { a: 1 }, { plan: 'gold', b: null })).toEqual({
      a: 1,
      plan: 'gold',
    })
  })

  test('an archived definition counts, so undeclared fields are refused', () => {
    const archived = [rule('note', 'TEXT', { archived: true, required: true })]
    expect(mergeCustomFields(archived, { note: 'x' }, {})).toEqual({ note: 'x' })
    expect(refusalOf(() => mergeCustomFields(archived, {}, { note: 'y' })).issues).toEqual([
      ['custom_fields.note', 'unknown_member'],
    ])
  })

  test('a required value cannot be removed', () => {
    const strict = [rule('id', 'TEXT', { required: true })]
    expect(refusalOf(() => mergeCustomFields(strict, { id: 'x' }, { id: null })).issues).toEqual([
      ['custom_fields.id', 'required'],
    ])
  })

  test.each([
    ['SELECT', [], 'required'],
    ['TEXT', ['a'], 'not_allowed'],
  ])('a %s with the options %j is refused', (type, options, code) => {
    expect(refusalOf(() => assertOptions(type, options)).issues).toEqual([['options', code]])
  })
})

describe('dates of a child', () => {
  const now = new Date('2026-11-21T23:30:00Z')

  test.each([
    ['UTC', '2026-11-21', true],
    ['UTC', '2026-11-22', false],
    ['Europe/Berlin', '2026-11-22', true],
    ['America/New_York', '2026-11-22', false],
    ['Pacific/Auckland', '2026-11-23', false],
  ])('in %s, at 23:30 UTC, %s has begun: %s', (timeZone, date, accepted) => {
    const check = () => assertNotInFuture('birthDate', date, { now, timeZone })
    if (accepted) expect(check).not.toThrow()
    else expect(refusalOf(check).issues).toEqual([['birthDate', 'in_the_future']])
  })
})

describe('languages and locations of a provider', () => {
  test.each([
    ['de', 'de'],
    ['pt-br', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['german!', undefined],
    ['', undefined],
  ])('%s is %s', (tag, canonical) => {
    expect(canonicalLanguage(tag)).toBe(canonical)
  })

  test('only new locations are looked up, and errors name their position', () => {
    expect(newReferences('locationIds', ['a', 'b', 'c'], ['b'])).toEqual({
      'locationIds.0': 'a',
      'locationIds.2': 'c',
    })
  })
})

describe('sessions and notes', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const at = (text: string) => new Date(`2026-11-${text}:00Z`)

  test.each([
    ['21T10:01', null, 'startedAt', 'in_the_future'],
    ['21T09:00', '21T08:59', 'endedAt', 'inverted_range'],
    ['20T09:00', '21T09:01', 'endedAt', 'range_too_long'],
  ])('from %s to %s is refused at %s: %s', (startedAt, endedAt, path, code) => {
    const times = { startedAt: at(startedAt), endedAt: endedAt ? at(endedAt) : null }
    expect(refusalOf(() => assertSessionTimes(times, now)).issues).toEqual([[path, code]])
  })

  test.each([
    ['21T10:00', null],
    ['21T09:00', '21T09:00'],
    ['21T09:30', '21T10:15'],
  ])('from %s to %s is accepted', (startedAt, endedAt) => {
    const times = { startedAt: at(startedAt), endedAt: endedAt ? at(endedAt) : null }
    expect(() => assertSessionTimes(times, now)).not.toThrow()
  })

  test.each([
    ['patch', 'DRAFT', 'DRAFT'],
    ['sign', 'DRAFT', 'SIGNED'],
    ['takeOver', 'DRAFT', 'DRAFT'],
    ['cosign', 'AWAITING_COSIGN', 'SIGNED'],
    ['return', 'AWAITING_COSIGN', 'DRAFT'],
    ['addSessionNoteAddendum', 'SIGNED', 'AMENDED'],
    ['addSessionNoteAddendum', 'AMENDED', 'AMENDED'],
  ] as const)('%s moves a note from %s to %s', (verb, from, to) => {
    expect(nextStatus(noteMoves.moves[verb], from)).toBe(to)
  })

  test.each([
    ['patch', 'SIGNED', ['addSessionNoteAddendum']],
    ['sign', 'SIGNED', ['addSessionNoteAddendum']],
    ['patch', 'AMENDED', ['addSessionNoteAddendum']],
    ['patch', 'AWAITING_COSIGN', ['cosign', 'return']],
    ['sign', 'AWAITING_COSIGN', ['cosign', 'return']],
    ['addSessionNoteAddendum', 'DRAFT', ['patch', 'takeOver', 'sign']],
    ['cosign', 'DRAFT', ['patch', 'takeOver', 'sign']],
  ] as const)(
    '%s of a note that is %s is refused, and the error lists what is allowed',
    (verb, from, allowed) => {
      expect(refusalOf(() => assertMove(noteMoves, verb, { status: from }))).toMatchObject({
        code: 'invalid_transition',
        extra: { status: from, allowed },
      })
    },
  )

  test.each<[string, Partial<Actor>, string]>([
    ['a key that is bound to the provider', { providerId: 'prv_a' }, 'insufficient_scope'],
    [
      'a key that is bound to the provider and may sign',
      { providerId: 'prv_a', ...ON_BEHALF },
      'own name',
    ],
    ['another provider’s key that may sign', { providerId: 'prv_b', ...ON_BEHALF }, 'wrong_signer'],
    ['a key of the centre', {}, 'insufficient_scope'],
    [
      'a key of the centre with every scope that is given by default',
      { permissions: permissionsOf(DEFAULT_SCOPES) },
      'insufficient_scope',
    ],
    ['a key of the centre that may sign on behalf', ON_BEHALF, 'on behalf'],
    ['a user who is no provider', { kind: 'USER' }, 'wrong_signer'],
    ['a user who is the provider', { kind: 'USER', ownProviderId: 'prv_a' }, 'own name'],
    ['a user who is another provider', { kind: 'USER', ownProviderId: 'prv_b' }, 'wrong_signer'],
    [
      'a user whom a permission of keys was given',
      { kind: 'USER', ownProviderId: 'prv_b', ...ON_BEHALF },
      'wrong_signer',
    ],
    ['the platform', { kind: 'SYSTEM', permissions: 'all' }, 'on behalf'],
  ])('%s signs in the name of a provider: %s', (_, caller, outcome) => {
    const actor: Actor = { kind: 'API_KEY', id: 'key_1', permissions: new Set(), ...caller }
    const sign = () => signerFor(actor, 'prv_a')
    if (outcome === 'own name') expect(sign()).toEqual({ providerId: 'prv_a', onBehalf: false })
    else if (outcome === 'on behalf')
      expect(sign()).toEqual({ providerId: 'prv_a', onBehalf: true })
    else expect(refusalOf(sign).code).toBe(outcome)
  })

  test.each(SCOPES.filter((scope) => !EXPLICIT.includes(scope)))(
    'the scope %s allows neither co-signing nor signing for others',
    (scope) => {
      expect(permissionsOf([scope])).not.toContain('cosignatures:write')
      expect(permissionsOf([scope])).not.toContain('signatures-on-behalf:write')
    },
  )

  test('an empty note cannot be signed', () => {
    const empty = { subjective: '', objective: ' \n', assessment: '', plan: '' }
    expect(refusalOf(() => assertSignable(empty)).code).toBe('note_empty')
    expect(() => assertSignable({ ...empty, plan: 'Go on.' })).not.toThrow()
  })

  test('a note cannot be signed without the parts required by its template', () => {
    const note = { subjective: '', objective: '', assessment: '', plan: 'Go on.' }
    expect(refusalOf(() => assertSignable(note, ['objective', 'plan']))).toMatchObject({
      code: 'note_incomplete',
      extra: { missing: ['objective'] },
    })
    expect(() => assertSignable({ ...note, objective: '7 of 10' }, ['objective'])).not.toThrow()
  })
})

describe('orders and payments', () => {
  test('an order is the sum of its lines', () => {
    const lines = [
      { amountMinor: 10_005, discountMinor: 0, taxMinor: 1597 },
      { amountMinor: 900, discountMinor: 100, taxMinor: 0 },
    ]
    expect(orderAmounts(lines)).toEqual({ amountMinor: 10_905, discountMinor: 100, taxMinor: 1597 })
  })

  test('a sum beyond the range of the column is refused', () => {
    const line = { amountMinor: MAX_ORDER_AMOUNT_MINOR, discountMinor: 0, taxMinor: 0 }
    expect(orderAmounts([line]).amountMinor).toBe(MAX_ORDER_AMOUNT_MINOR)
    const more = [line, { amountMinor: 1, discountMinor: 0, taxMinor: 0 }]
    expect(refusalOf(() => orderAmounts(more)).issues).toEqual([['lines', 'too_large']])
  })

  test.each([
    [{}, 'childId', 'required'],
    [{ childId: 'c' }, 'lines', 'required'],
    [{ lines: [] }, 'childId', 'required'],
    [{ appointmentId: 'a', childId: 'c' }, 'childId', 'not_allowed'],
    [{ appointmentId: 'a', lines: [] }, 'lines', 'not_allowed'],
  ])('an order of %j is refused at %s: %s', (input, path, code) => {
    expect(refusalOf(() => orderSource(input)).issues).toEqual([[path, code]])
  })

  test.each(['PENDING_CONFIRMATION', 'CONFIRMED', 'COMPLETED', 'NO_SHOW'])(
    'an appointment that is %s can be ordered',
    (status) => expect(() => assertChargeable({ status, absentParty: null })).not.toThrow(),
  )

  test.each(['HELD', 'CANCELLED', 'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR'])(
    'an appointment that is %s cannot',
    (status) =>
      expect(refusalOf(() => assertChargeable({ status, absentParty: null })).code).toBe(
        'appointment_not_chargeable',
      ),
  )

  test('a session that the provider missed cannot be ordered', () => {
    const missed = { status: 'NO_SHOW', absentParty: 'PROVIDER' }
    expect(refusalOf(() => assertChargeable(missed)).code).toBe('appointment_not_chargeable')
    expect(() => assertChargeable({ ...missed, absentParty: 'CLIENT' })).not.toThrow()
  })

  test.each([
    ['pay', 'PAID', ['refund']],
    ['pay', 'CANCELLED', []],
    ['pay', 'REFUNDED', []],
    ['cancel', 'PAID', ['refund']],
    ['cancel', 'CANCELLED', []],
    ['cancel', 'REFUNDED', []],
    ['refund', 'OPEN', ['pay', 'cancel', 'write-off']],
    ['write-off', 'PAID', ['refund']],
    ['cancel', 'WRITTEN_OFF', []],
    ['refund', 'REFUNDED', []],
  ] as const)('%s of an order that is %s is refused', (verb, status, allowed) => {
    expect(refusalOf(() => assertMove(orderMoves, verb, { status }))).toMatchObject({
      code: 'invalid_transition',
      extra: { status, allowed },
    })
  })

  const paid = (refundedMinor = 0) => ({
    id: 'pay_1',
    status: 'SUCCEEDED',
    amountMinor: 9_000,
    refundedMinor,
    chargedBackMinor: 0,
  })

  test.each([
    [0, undefined, 9_000],
    [0, 9_000, 9_000],
    [8_999, undefined, 1],
    [8_999, 1, 1],
  ])('of 9000 with %i refunded, %o refunds %i', (back, asked, amount) => {
    expect(amountToRefund(paid(back), asked)).toBe(amount)
  })

  test.each([
    [0, 9_001, 9_000],
    [8_999, 2, 1],
    [9_000, undefined, 0],
    [9_000, 1, 0],
  ])('of 9000 with %i refunded, %o is refused', (back, asked, refundable) => {
    expect(refusalOf(() => amountToRefund(paid(back), asked))).toMatchObject({
      code: 'refund_exceeds_payment',
      extra: { refundable },
    })
  })

  test.each([
    [9_000, ['SUCCEEDED', 'FAILED'], true],
    [9_000, ['SUCCEEDED', 'PROCESSING'], false],
    [8_999, ['SUCCEEDED'], false],
  ])('with %i refunded by refunds that %j, everything is refunded: %s', (back, statuses, all) => {
    const refunds = statuses.map((status) => ({ status }))
    expect(isAllBack(paid(back), refunds)).toBe(all)
  })

  test('a charged-back amount cannot be refunded', () => {
    const payment = { ...paid(1_000), chargedBackMinor: 5_000 }
    expect(amountToRefund(payment, undefined)).toBe(3_000)
    expect(isAllBack({ ...paid(4_000), chargedBackMinor: 5_000 }, [])).toBe(true)
    expect(
      refusalOf(() => amountToRefund({ ...paid(4_000), chargedBackMinor: 9_000 }, undefined)),
    ).toMatchObject({ code: 'refund_exceeds_payment', extra: { refundable: 0 } })
  })

  const succeeded: GatewayResult = { outcome: 'SUCCEEDED', reference: 'r' }
  const failed: GatewayResult = { outcome: 'FAILED', failureCode: 'card_declined' }

  test.each([
    ['PROCESSING', succeeded, false],
    ['PROCESSING', failed, false],
    ['SUCCEEDED', succeeded, true],
    ['FAILED', failed, true],
  ])('a payment that is %s, told %j, is already settled: %s', (status, result, settled) => {
    expect(isSettled('Payment', { id: 'pay_1', status }, result)).toBe(settled)
  })

  test.each([
    ['SUCCEEDED', failed],
    ['FAILED', succeeded],
  ])('a payment that is %s refuses %j', (status, result) => {
    expect(refusalOf(() => isSettled('Payment', { id: 'pay_1', status }, result)).code).toBe(
      'payment_settled',
    )
  })
})
