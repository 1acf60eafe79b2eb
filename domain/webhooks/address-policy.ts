import { UrlRefusedError } from '../../providers/webhooks/index.ts'
import { DomainError } from '../core/errors.ts'
import type { Platform } from '../core/platform.ts'

/** Refuses a URL that webhooks may not be sent to. Asks the name service: call it outside of transactions. */
export const assertEndpointUrl = async (platform: Platform, url: string): Promise<void> => {
  try {
    await platform.webhookAddresses.assertUrl(url)
  } catch (error) {
    if (!(error instanceof UrlRefusedError)) throw error
    throw new DomainError('address_refused', `${error.message}.`, {
      issues: [{ path: 'url', code: error.code, message: error.message }],
    })
  }
}
