import { DomainError, invalid } from '#platform/core/errors/errors.ts'

export const PaymentAccountKind = ['SANDBOX', 'STRIPE'] as const
export type PaymentAccountKind = (typeof PaymentAccountKind)[number]

/** The keys of an account in a request. Omitted keys stay unchanged. */
interface Keys {
  gatewayAccountId?: string | null | undefined
  publishableKey?: string | undefined
  secretKey?: string | undefined
  webhookSecret?: string | null | undefined
}

/** Refuses keys for a sandbox account. */
export const assertNoKeys = ({
  gatewayAccountId,
  publishableKey,
  secretKey,
  webhookSecret,
}: Keys): void => {
  const given = { gatewayAccountId, publishableKey, secretKey, webhookSecret }
  const surplus = Object.entries(given).find(([, value]) => value)
  if (surplus)
    throw invalid(
      surplus[0],
      'not_allowed',
      `A sandbox account does not use ${surplus[0]}. Omit it.`,
    )
}

/** Requires the members that a new account needs. */
export const assertKeys = (kind: PaymentAccountKind, keys: Keys): void => {
  if (kind === 'SANDBOX') return assertNoKeys(keys)
  const missing = (['publishableKey', 'secretKey'] as const).find((name) => !keys[name])
  if (missing) throw invalid(missing, 'required', `A Stripe account requires ${missing}.`)
}

/** Whether a Stripe key moves real money. */
export const isLiveKey = (key: string): boolean => /^[a-z]+_live_/.test(key)

/** An account is permanently live or test, because only its own keys can refund its payments. */
export const assertSameMode = (isLive: boolean, { secretKey, publishableKey }: Keys): void => {
  const mode = isLive ? 'live' : 'test'
  for (const [name, key] of Object.entries({ secretKey, publishableKey }))
    if (key !== undefined && isLiveKey(key) !== isLive)
      throw invalid(
        name,
        'not_allowed',
        `The account uses ${mode} keys, but this key is not one. Send a ${mode} key.`,
      )
}

/** Allows sandbox money only in test centres, or if the deployment has no real gateway. */
export const assertSandboxAllowed = (isTestCentre: boolean, deploymentGateway: string): void => {
  if (isTestCentre || deploymentGateway === 'sandbox') return
  throw new DomainError(
    'sandbox_not_allowed',
    'The sandbox moves no money and is only for test centres. Connect a Stripe account.',
  )
}

/** Refuses real money in test centres. */
export const assertNotLive = (isTestCentre: boolean, isLive: boolean): void => {
  if (isTestCentre && isLive)
    throw invalid(
      'secretKey',
      'not_allowed',
      'This is a test centre, so live keys are not accepted. Send a test key.',
    )
}
