import { describe, expect, test } from 'vitest'
import { assertPayable, numberOf, payableAtOf } from '#payouts/payout-accounts/rules.ts'
import { CreatePayoutAccount } from '#payouts/payout-accounts/schemas.ts'
import { exampleId } from '#platform/core/records/ids.ts'

const IBAN = 'DE89370400440532013000'
const AT = new Date('2026-11-25T09:00:00Z')

test.each([
  [{ iban: IBAN }, { kind: 'IBAN', number: IBAN, country: 'DE' }],
  [{ gatewayAccountId: 'acct_1' }, { kind: 'GATEWAY_ACCOUNT', number: 'acct_1', country: null }],
])('%j is payable', (said, number) => {
  expect(numberOf(said)).toEqual(number)
})

test.each([{}, { iban: IBAN, gatewayAccountId: 'acct_1' }])(
  '%j is not a single account',
  (said) => {
    expect(() => numberOf(said)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ code: 'exactly_one' })] }),
    )
  },
)

describe('an IBAN', () => {
  const parse = (iban: string) =>
    CreatePayoutAccount.safeParse({
      providerId: exampleId('provider'),
      holder: 'Ana Ruiz',
      iban,
    })

  test.each(['de89 3704 0044 0532 0130 00', 'GB29NWBK60161331926819', 'NO9386011117947'])(
    '%s is accepted, without spaces',
    (iban) => {
      expect(parse(iban).data?.iban).toBe(iban.toUpperCase().replaceAll(' ', ''))
    },
  )

  test.each([
    ['of which digits are swapped', 'DE89370400440532013001'],
    ['that is too short', 'DE8937040044053201300'],
    ['of no country', 'ZZ89370400440532013000'],
    ['that is malformed', 'my account'],
    ['that is empty', ''],
  ])('%s is refused', (_, iban) => {
    expect(parse(iban).success).toBe(false)
  })
})

test('the first account is payable immediately, a later one after some days', () => {
  expect(payableAtOf(AT, false, 3)).toEqual(AT)
  expect(payableAtOf(AT, true, 3)).toEqual(new Date('2026-11-28T09:00:00Z'))
  expect(payableAtOf(AT, true, 0)).toEqual(AT)
})

const ACCOUNT = { id: 'poa_1', kind: 'IBAN', payableAt: AT }

test.each([
  ['no account', undefined, 'sandbox', null],
  [
    'an account that is new',
    { ...ACCOUNT, payableAt: new Date('2026-11-25T09:00:01Z') },
    'sandbox',
    '2026-11-25T09:00:01.000Z',
  ],
  ['an IBAN by Stripe', ACCOUNT, 'stripe', '2026-11-25T09:00:00.000Z'],
])('nothing is paid to %s', (_, account, gateway, from) => {
  expect(() => assertPayable(account, { providerId: 'prv_1', gateway, now: AT })).toThrow(
    expect.objectContaining({
      code: 'payout_account_not_payable',
      extra: { providerId: 'prv_1', payoutAccountId: account?.id ?? null, payableAt: from },
    }),
  )
})

test.each([
  ['one that waited', 'IBAN', 'sandbox'],
  ['an account of Connect by Stripe', 'GATEWAY_ACCOUNT', 'stripe'],
])('%s can be paid', (_, kind, gateway) => {
  const account = { ...ACCOUNT, kind }
  expect(() => assertPayable(account, { providerId: 'prv_1', gateway, now: AT })).not.toThrow()
})
