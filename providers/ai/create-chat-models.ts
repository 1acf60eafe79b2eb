import { createAddressPolicy, UrlRefusedError } from '../webhooks/index.ts'
import { askModel } from './ask-model.ts'
import type { ChatModels } from './chat-models.ts'

export interface ChatModelsOptions {
  /** Hosts at which models may be called, as `host` or `host:port`: the operator's AI_MODEL_HOSTS. */
  hosts: readonly string[]
  /** Otherwise forbidden CIDRs that these hosts may resolve to: the operator's AI_MODEL_RANGES. */
  allowedRanges: readonly string[]
  /** The time against which dates in `Retry-After` are read. */
  now: () => Date
}

/**
 * Models on the hosts that the operator allows; with no hosts, no model can be called. Addresses are restricted
 * as for webhooks, except for the operator's ranges.
 */
export const createChatModels = ({ hosts, allowedRanges, now }: ChatModelsOptions): ChatModels => {
  const policy = createAddressPolicy({ allowedRanges })
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  const assertUrl = async (text: string): Promise<void> => {
    // Checked before the DNS lookup: a host that is not allowed is never looked up.
    const host = URL.parse(text)?.host
    if (host !== undefined && !allowed.has(host))
      throw new UrlRefusedError(
        'address_refused',
        `The operator of the platform has not allowed models at ${host}. Ask the operator to add the host to AI_MODEL_HOSTS`,
      )
    const { search } = await policy.assertUrl(text)
    if (search !== '') throw new UrlRefusedError('url_invalid', 'Remove the query from the URL')
  }
  return {
    assertUrl,
    ask: async (request) => {
      const refused = await assertUrl(request.baseUrl).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (refused === undefined) return askModel(request, policy, now)
      if (!(refused instanceof UrlRefusedError)) throw refused
      const failure = refused.code === 'dns_failure' ? 'unreachable' : 'address_refused'
      return { text: '', toolCalls: [], inputTokens: null, outputTokens: null, failure }
    },
  }
}
