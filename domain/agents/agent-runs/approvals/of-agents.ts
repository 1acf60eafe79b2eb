import type { Alone } from '#platform/core/access/may-act-alone.ts'

/** The only person of a centre decides on proposals of agents without a wait, because they expire. */
export const OF_AGENTS = {
  permission: 'agent-decisions:write',
  since: null,
  wait: 'NONE',
} as const satisfies Alone
