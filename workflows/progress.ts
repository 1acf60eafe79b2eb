import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'

const WAITING_ON = defineSearchAttributeKey('WaitingOn', SearchAttributeType.KEYWORD)
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
  setCurrentDetails(next ? `Next: ${next.step} at ${next.dueAt}` : 'Nothing left to do')
}
