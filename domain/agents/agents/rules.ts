import { DomainError } from '#platform/core/errors/errors.ts'

export const AGENT_STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED'] as const
type AgentStatus = (typeof AGENT_STATUSES)[number]

/** Why an agent is paused: a person paused it, or runs failed in a row. */
export const PAUSE_REASONS = ['REQUESTED', 'FAILURES'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

interface State {
  publishedVersion: number | null
  pausedAt: Date | null
}

export const statusOf = ({ publishedVersion, pausedAt }: State): AgentStatus => {
  if (publishedVersion === null) return 'DRAFT'
  return pausedAt ? 'PAUSED' : 'ACTIVE'
}

/** The stored columns that define each status. */
export const WHERE_STATUS = {
  DRAFT: { publishedVersion: null },
  ACTIVE: { publishedVersion: { not: null }, pausedAt: null },
  PAUSED: { publishedVersion: { not: null }, pausedAt: { not: null } },
} as const satisfies Record<AgentStatus, object>

/** The version that new runs use. */
export const versionToRun = (agent: State & { archivedAt: Date | null }): number => {
  const status = statusOf(agent)
  if (status === 'ACTIVE' && !agent.archivedAt) return agent.publishedVersion!
  const why = {
    ACTIVE: 'The agent is archived. Restore it first.',
    DRAFT: 'No version of the agent is published. Publish one first.',
    PAUSED: 'The agent is paused. Resume it first.',
  }[status]
  throw new DomainError('invalid_transition', why, { extra: { status, allowed: [] } })
}
