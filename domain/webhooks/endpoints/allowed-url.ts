import type { Outside } from '#platform/core/context/platform.ts'
import { refusedUrl } from '#platform/core/input/refused-url.ts'

declare const allowed: unique symbol

/** An allowed webhook URL: verbs store no others. */
export type AllowedUrl = string & { readonly [allowed]: true }

/** Checks a URL and resolves its host, for up to 5 seconds: before the transaction, in `prepare`. */
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
