import type { Outside } from '#platform/core/context/platform.ts'
import { refusedUrl } from '#platform/core/input/refused-url.ts'

declare const allowed: unique symbol

/** A model's URL that has been checked. Verbs store no other URLs. */
export type AllowedModelUrl = string & { readonly [allowed]: true }

/**
 * Checks a URL against the operator's list of hosts and the rules for webhooks. It resolves names, so it runs
 * in `prepare`.
 */
export const allowModelUrl = async (
  { chatModels }: Pick<Outside, 'chatModels'>,
  url: string,
): Promise<AllowedModelUrl> => {
  try {
    await chatModels.assertUrl(url)
    return url as AllowedModelUrl
  } catch (error) {
    throw refusedUrl(error, 'baseUrl')
  }
}
