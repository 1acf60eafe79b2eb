import { UrlRefusedError } from '#providers/webhooks/index.ts'
import type { Outside } from '#platform/core/context/platform.ts'
import { refusedUrl } from '#platform/core/input/refused-url.ts'

declare const allowed: unique symbol

/** An issuer that has been checked. Verbs store no others. */
export type AllowedIssuer = string & { readonly [allowed]: true }

/**
 * Checks an issuer against the rules for webhooks. It resolves names, so it runs before the transaction, in
 * `prepare`.
 */
export const allowIssuer = async (
  { webhookAddresses }: Pick<Outside, 'webhookAddresses'>,
  issuer: string,
): Promise<AllowedIssuer> => {
  try {
    const { search } = await webhookAddresses.assertUrl(issuer)
    if (search !== '') throw new UrlRefusedError('url_invalid', 'An issuer must not have a query')
    return issuer as AllowedIssuer
  } catch (error) {
    throw refusedUrl(error, 'issuer')
  }
}
