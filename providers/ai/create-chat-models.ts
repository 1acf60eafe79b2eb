import { createAddressPolicy, UrlRefusedError } from '../webhooks/index.ts'
import { askModel } from './ask-model.ts'
import type { ChatModels } from './chat-models.ts'

export interface ChatModelsOptions {
  /** Hosts that models may be asked at, as `host` or `host:port`: an operator's AI_MODEL_HOSTS. */
  hosts: readonly string[]
  /** CIDRs, otherwise refused, that these hosts may be at: an operator's AI_MODEL_RANGES. */
  allowedRanges: readonly string[]
  /** Reads dates of `Retry-After`. */
  now: () => Date
}

/**
 * Models at the hosts that the operator of the platform has allowed; without any, none. Addresses are
 * those that webhooks may be sent to, but for the operator's ranges.
 */
export const createChatModels = ({ hosts, allowedRanges, now }: ChatModelsOptions): ChatModels => {
  const policy = createAddressPolicy({ allowedRanges })
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  const assertUrl = async (text: string): Promise<void> => {
    // Before a name server is asked: a host that nobody allowed is not looked up.
    const host = URL.parse(text)?.host
    if (host !== undefined && !allowed.has(host))
      throw new UrlRefusedError(
        'address_refused',
        `The operator of the platform has not allowed models at ${host}. Ask for the host to be added to AI_MODEL_HOSTS`,
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
