import type { Begun } from '../agent-runs/start/begin-runs.ts'

/** What can become of an event that an agent has seen. */
export type Outcome = 'STARTED' | 'FILTERED' | 'FAILED' | 'REFUSED'

/** The last event with an outcome, as it is stored. */
export interface OutcomeExample {
  seenAt: string
  eventId: string | null
  runId: string | null
  code: string | null
  message: string | null
}

/** Why no run was started although the filter matched, or before it was evaluated. */
export const REFUSALS = {
  agents_off: 'Agents are switched off in the centre.',
  run_in_progress: 'Another run was in progress, and the definition’s concurrency is SKIP.',
  runs_per_day: 'The agent had reached limits.runsPerDay of its definition.',
  chain_of_runs: 'A run of the agent caused the event, or too many runs caused each other.',
  agent_stopped: 'The agent was paused or archived before it looked.',
  trigger_changed: 'A version with another trigger was published before the agent looked.',
  event_removed: 'The event was removed before the agent looked.',
  missed: 'Nothing could run for an hour or more, and ifMissed is SKIP.',
  centre_closed: 'The centre was closed on that day, and onClosure is SKIP.',
} as const
export type Refusal = keyof typeof REFUSALS

const CODES = { OFF: 'agents_off', BUSY: 'run_in_progress', RATE: 'runs_per_day' } as const

export const refused = (code: Refusal) => ({ outcome: 'REFUSED', code }) as const

/** What became of an event or a time that was to start a run. */
export const becameOf = (begun: Begun) =>
  'run' in begun
    ? ({ outcome: 'STARTED', runId: begun.run.id } as const)
    : refused(CODES[begun.refused])
