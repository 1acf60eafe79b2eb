import type { Outside } from '#platform/core/context/platform.ts'
import { refusedUrl } from '#platform/core/input/refused-url.ts'

declare const allowed: unique symbol

/** A URL that webhooks may be sent to: the verbs that store one take no other. */
export type AllowedUrl = string & { readonly [allowed]: true }

/** Checks a URL and asks the name service, for up to 5 seconds: before the transaction, in `prepare`. */
export const allowUrl = async (
  { webhookAddresses }: Pick<Outside, 'webhookAddresses'>,
  url: string,
): Promise<AllowedUrl> => {
  try {
    await webhookAddresses.assertUrl(url)
    return url as AllowedUrl
  } catch (error) {
    throw refusedUrl(error, 'url')
  }
}
