import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'

const WAITING_ON = defineSearchAttributeKey('WaitingOn', SearchAttributeType.KEYWORD)
const AGENT = defineSearchAttributeKey('Agent', SearchAttributeType.KEYWORD)
const AGENT_VERSION = defineSearchAttributeKey('AgentVersion', SearchAttributeType.INT)
const NEXT_STEP_AT = defineSearchAttributeKey('NextStepAt', SearchAttributeType.DATETIME)

/**
 * Tells operators what the workflow waits for; null at its end. The step's name, no personal data.
 * What it waits for from its start on is in WORKFLOWS, without a command in its history.
 */
export const showProgress = (next: { step: string; dueAt: string } | null): void => {
  upsertSearchAttributes([
    { key: WAITING_ON, value: next?.step ?? null },
    { key: NEXT_STEP_AT, value: next ? new Date(next.dueAt) : null },
  ])
  setCurrentDetails(
    next
      ? `Waits for the step ${next.step}, which is due at ${next.dueAt}.`
      : 'Nothing is left to do.',
  )
}

/** Whose run a workflow is, and by which version: it keeps both for as long as it runs. */
export const showAgent = (agentId: string, agentVersion: number): void =>
  upsertSearchAttributes([
    { key: AGENT, value: agentId },
    { key: AGENT_VERSION, value: agentVersion },
  ])
