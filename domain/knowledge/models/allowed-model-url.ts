import type { Outside } from '#platform/core/context/platform.ts'
import { refusedUrl } from '#platform/core/input/refused-url.ts'

declare const allowed: unique symbol

/** Where a model may be asked: the verbs that store a URL take no other. */
export type AllowedModelUrl = string & { readonly [allowed]: true }

/** By the operator's list of hosts and the rules of webhooks; asks the name service, so in `prepare`. */
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
