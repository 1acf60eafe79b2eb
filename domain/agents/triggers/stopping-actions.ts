import type { WaitingAction } from '#platform/core/records/define-waiting.ts'

/** The operations that stop an agent which does not do its work. Changing and publishing it needs more than a click. */
export const STOPPING_ACTIONS: WaitingAction[] = [
  { operation: 'pauseAgent', path: '/v1/agents/{id}/pause', needs: 'agents:write' },
  { operation: 'archiveAgent', path: '/v1/agents/{id}/archive', needs: 'agents:write' },
]
