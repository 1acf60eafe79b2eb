/** Why an event started a run of an agent, or none. */
export const REASONS = {
  STARTED: 'the event started a run.',
  WAITING: 'the agent has not looked at the event yet, or waits until its current run has ended.',
  FILTERED: 'the filter of the published version does not match the event.',
  FILTER_FAILED: 'the filter of the published version has no value for the event.',
  PAUSED: 'the agent was paused.',
  NOT_PUBLISHED: 'the agent was published after the event.',
  AGENTS_OFF: 'agents are switched off in the centre.',
  RUNS_PER_DAY: 'the agent had reached `limits.runsPerDay` on that day.',
  RUN_IN_PROGRESS: 'another run was in progress, and `concurrency` is SKIP.',
  CHAIN_OF_RUNS: 'a run of the agent caused the event, or too many runs caused each other.',
  NOT_SEEN:
    'the agent did not look at the event: at that time it was paused, archived or had another trigger or filter.',
} as const
export type Reason = keyof typeof REASONS
