import { DomainError, invalid } from '#platform/core/errors/errors.ts'

export const PaymentAccountKind = ['SANDBOX', 'STRIPE'] as const
export type PaymentAccountKind = (typeof PaymentAccountKind)[number]

/** What a caller says of an account: keys that are left out stay as they are. */
interface Keys {
  gatewayAccountId?: string | null | undefined
  publishableKey?: string | undefined
  secretKey?: string | undefined
  webhookSecret?: string | null | undefined
}

/** A sandbox has no keys. */
export const assertNoKeys = ({
  gatewayAccountId,
  publishableKey,
  secretKey,
  webhookSecret,
}: Keys): void => {
  const given = { gatewayAccountId, publishableKey, secretKey, webhookSecret }
  const surplus = Object.entries(given).find(([, value]) => value)
  if (surplus) throw invalid(surplus[0], 'not_allowed', `A sandbox has no ${surplus[0]}.`)
}

/** What a new account has to bring. */
export const assertKeys = (kind: PaymentAccountKind, keys: Keys): void => {
  if (kind === 'SANDBOX') return assertNoKeys(keys)
  const missing = (['publishableKey', 'secretKey'] as const).find((name) => !keys[name])
  if (missing) throw invalid(missing, 'required', `An account at Stripe has a ${missing}.`)
}

/** Whether a key of Stripe moves real money. */
export const isLiveKey = (key: string): boolean => /^[a-z]+_live_/.test(key)

/** An account is live or a test for good: what it has taken can be given back by its own keys alone. */
export const assertSameMode = (isLive: boolean, { secretKey, publishableKey }: Keys): void => {
  const mode = isLive ? 'live' : 'test'
  for (const [name, key] of Object.entries({ secretKey, publishableKey }))
    if (key !== undefined && isLiveKey(key) !== isLive)
      throw invalid(name, 'not_allowed', `The account's keys are ${mode} keys, and this is not.`)
}

/** Sandbox money is allowed in test centres, or if the deployment has no real gateway. */
export const assertSandboxAllowed = (isTestCentre: boolean, deploymentGateway: string): void => {
  if (isTestCentre || deploymentGateway === 'sandbox') return
  throw new DomainError(
    'sandbox_not_allowed',
    'The sandbox captures no money and is for test centres. Connect an account at Stripe.',
  )
}

/** Test centres take no real money. */
export const assertNotLive = (isTestCentre: boolean, isLive: boolean): void => {
  if (isTestCentre && isLive)
    throw invalid('secretKey', 'not_allowed', 'This is a test centre: send a test key.')
}
