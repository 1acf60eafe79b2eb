import {
  createAddressPolicy,
  UrlRefusedError,
  type AddressPolicy,
} from '../../providers/webhooks/index.ts'
import { DomainError } from '../core/errors.ts'
import type { Platform } from '../core/platform.ts'

const policies = new WeakMap<Platform, AddressPolicy>()

/** Public addresses over https, until an operator opens ranges. */
const PUBLIC_ONLY = createAddressPolicy({ allowedRanges: [] })

/**
 * Opens address ranges to webhook endpoints, once, at the start of a process.
 * @param allowedRanges CIDRs: WEBHOOK_ALLOWED_RANGES.
 */
export const allowWebhookRanges = (
  platform: Platform,
  allowedRanges: readonly string[],
): AddressPolicy => {
  const policy = createAddressPolicy({ allowedRanges })
  policies.set(platform, policy)
  return policy
}

/** Refuses a URL that webhooks may not be sent to. Asks the name service: call it outside of transactions. */
export const assertEndpointUrl = async (platform: Platform, url: string): Promise<void> => {
  try {
    await (policies.get(platform) ?? PUBLIC_ONLY).assertUrl(url)
  } catch (error) {
    if (!(error instanceof UrlRefusedError)) throw error
    throw new DomainError('address_refused', `${error.message}.`, {
      issues: [{ path: 'url', code: error.code, message: error.message }],
    })
  }
}
