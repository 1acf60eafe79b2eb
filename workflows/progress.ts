import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'

const WAITING_ON = defineSearchAttributeKey('WaitingOn', SearchAttributeType.KEYWORD)
const AGENT = defineSearchAttributeKey('Agent', SearchAttributeType.KEYWORD)
const AGENT_VERSION = defineSearchAttributeKey('AgentVersion', SearchAttributeType.INT)
const NEXT_STEP_AT = defineSearchAttributeKey('NextStepAt', SearchAttributeType.DATETIME)

/**
 * Shows operators what the workflow waits for; null at its end. It contains the name of the step, but no
 * personal data. WORKFLOWS has the first step, so that it needs no command in the history.
 */
export const showProgress = (next: { step: string; dueAt: string } | null): void => {
  upsertSearchAttributes([
    { key: WAITING_ON, value: next?.step ?? null },
    { key: NEXT_STEP_AT, value: next ? new Date(next.dueAt) : null },
  ])
  setCurrentDetails(
    next
      ? `Waiting for the step ${next.step}, which is due at ${next.dueAt}.`
      : 'Nothing is left to do.',
  )
}

/** The agent of a run and its version, which stay the same for the whole run. */
export const showAgent = (agentId: string, agentVersion: number): void =>
  upsertSearchAttributes([
    { key: AGENT, value: agentId },
    { key: AGENT_VERSION, value: agentVersion },
  ])

/** The same for a run that has ended, in one command. */
export const showEnd = (agentId: string, agentVersion: number): void => {
  upsertSearchAttributes([
    { key: AGENT, value: agentId },
    { key: AGENT_VERSION, value: agentVersion },
    { key: WAITING_ON, value: null },
    { key: NEXT_STEP_AT, value: null },
  ])
  setCurrentDetails('Nothing is left to do.')
}
