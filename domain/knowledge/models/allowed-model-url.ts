import type { Outside } from '#platform/core/context/platform.ts'
import { refusedUrl } from '#platform/core/input/refused-url.ts'

declare const allowed: unique symbol

/** The allowed URLs of models: verbs store no others. */
export type AllowedModelUrl = string & { readonly [allowed]: true }

/** Checks the operator's host list and the webhook rules; resolves names, so it runs in `prepare`. */
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
