import type { Outside } from '#platform/core/context/platform.ts'
import { refusedUrl } from '#platform/core/input/refused-url.ts'

declare const allowed: unique symbol

/** A webhook URL that has been checked. Verbs store no others. */
export type AllowedUrl = string & { readonly [allowed]: true }

/**
 * Checks a URL and resolves its host, which takes up to 5 seconds. It therefore runs before the transaction, in
 * `prepare`.
 */
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
