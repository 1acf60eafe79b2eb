import { extractIBAN } from 'ibantools'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { DAY_MS, utc } from '#platform/core/time/time.ts'

export const PayoutAccountStatus = [
  'PENDING',
  'VERIFIED',
  'REJECTED',
  'REPLACED',
  'WITHDRAWN',
] as const
export type PayoutAccountStatus = (typeof PayoutAccountStatus)[number]

export const PayoutAccountKind = ['IBAN', 'GATEWAY_ACCOUNT'] as const
export type PayoutAccountKind = (typeof PayoutAccountKind)[number]

/** The destination in a request: an IBAN, or the gateway's token for the account. */
export const numberOf = ({
  iban,
  gatewayAccountId,
}: {
  iban?: string
  gatewayAccountId?: string
}): { kind: PayoutAccountKind; number: string; country: string | null } => {
  const [number, another] = [iban, gatewayAccountId].filter((it) => it !== undefined)
  if (number === undefined || another !== undefined)
    throw invalid('iban', 'exactly_one', 'Send either iban or gatewayAccountId, not both.')
  if (iban === undefined) return { kind: 'GATEWAY_ACCOUNT', number, country: null }
  return { kind: 'IBAN', number, country: extractIBAN(iban).countryCode! }
}

/** When an account can be paid: a provider's first account immediately, and a later one after some days. */
export const payableAtOf = (now: Date, follows: boolean, coolingOffDays: number): Date =>
  new Date(now.getTime() + (follows ? coolingOffDays * DAY_MS : 0))

interface Payable {
  id: string
  kind: string
  payableAt: Date | null
}

interface Payout {
  providerId: string
  /** The gateway that would pay it. */
  gateway: string
  now: Date
}

/** Requires an account that two people have seen, that has not just changed, and that the gateway supports. */
export function assertPayable<Account extends Payable>(
  account: Account | undefined,
  payout: Payout,
): asserts account is Account {
  const detail = account ? unpayable(account, payout) : noAccount(payout)
  if (detail === undefined) return
  const { providerId } = payout
  throw new DomainError('payout_account_not_payable', detail, {
    extra: {
      providerId,
      payoutAccountId: account?.id ?? null,
      payableAt: account ? utc(account.payableAt!) : null,
    },
  })
}

const noAccount = ({ providerId }: Payout): string =>
  `Provider ${providerId} has no verified payout account. Create one and have another person verify it: POST /v1/payout-accounts.`

const unpayable = ({ id, kind, payableAt }: Payable, { gateway, now }: Payout) => {
  if (payableAt! > now)
    return `Payout account ${id} is new and can receive payouts only from ${utc(payableAt!)} on. Approve the settlement then.`
  if (gateway === 'stripe' && kind === 'IBAN')
    return `Payout account ${id} is an IBAN, but Stripe pays only to Stripe Connect accounts. Create one with gatewayAccountId and have another person verify it: POST /v1/payout-accounts.`
  return undefined
}
