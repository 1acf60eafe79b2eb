import { DomainError } from '#platform/core/errors/errors.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import type { Begun } from './begin-runs.ts'

/** The error that explains to a caller why no run was started. */
export const refusalOf = (
  { retryAt }: Extract<Begun, { refused: string }>,
  { concurrency, limits }: AgentDefinition,
  now: Date,
): DomainError =>
  retryAt
    ? new DomainError(
        'rate_limited',
        `This agent has reached limits.runsPerDay of its definition: ${limits.runsPerDay} runs today. Wait until tomorrow, or publish a higher limit.`,
        { retryAfterSeconds: Math.ceil((retryAt.getTime() - now.getTime()) / 1_000) },
      )
    : new DomainError(
        'invalid_transition',
        `Another run is in progress, and the definition’s concurrency is ${concurrency}. Cancel that run, or wait for it to end.`,
        { extra: { status: 'RUNNING', allowed: [] } },
      )
