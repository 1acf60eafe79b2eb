import { Agent } from 'undici'
import type { AddressPolicy } from './address-policy.ts'
import { createConnector, createTlsStep } from './connect.ts'

/** Disposing it closes its connections, including those still being opened. */
export interface GuardedAgent extends AsyncDisposable {
  agent: Agent
}

/** Opens connections to addresses that the policy allows, each within a time limit. */
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
