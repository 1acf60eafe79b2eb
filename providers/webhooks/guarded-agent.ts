import { Agent } from 'undici'
import type { AddressPolicy } from './address-policy.ts'
import { createConnector, createTlsStep } from './connect.ts'

/** Closed when it goes out of use, with the connections that are still being opened. */
export interface GuardedAgent extends AsyncDisposable {
  agent: Agent
}

/** Connections to addresses that the policy admits, each of which is opened in bounded time. */
export const createGuardedAgent = (
  policy: AddressPolicy,
  { timeoutMs, connections }: { timeoutMs: number; connections: number },
): GuardedAgent => {
  const connector = createConnector({
    policy,
    lookup: policy.lookup,
    timeoutMs,
    startTls: createTlsStep([]),
  })
  const agent = new Agent({ connect: connector.connect, allowH2: false, connections })
  return {
    agent,
    [Symbol.asyncDispose]: async () => {
      connector.close()
      await agent.destroy()
    },
  }
}
