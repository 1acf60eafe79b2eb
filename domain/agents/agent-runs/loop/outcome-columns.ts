import { ID_PREFIXES } from '#platform/core/records/ids.ts'
import type { Outcome } from '../nodes/outcome.ts'

/** The columns of a step that follow from the outcome of its node at an instant. */
export const outcomeColumns = (outcome: Outcome, at: Date) => {
  const { output = {} } = outcome
  return {
    status: outcome.status,
    output,
    personIds: personsIn(output),
    failureCode: outcome.status === 'FAILED' ? outcome.code : null,
    failureMessage: outcome.status === 'FAILED' ? outcome.message : null,
    waitsUntil: outcome.status === 'WAITING' ? outcome.waitsUntil : null,
    ...(outcome.status === 'WAITING' && { awaitedEvent: outcome.awaitedEvent ?? null }),
    finishedAt: outcome.status === 'WAITING' || outcome.status === 'RUNNING' ? null : at,
  }
}

const PERSON = new RegExp(
  `\\b(?:${ID_PREFIXES.child}|${ID_PREFIXES.client})_[0-7][0-9a-hjkmnp-tv-z]{25}\\b`,
  'g',
)

/** The children and clients whose ids occur in the output of a node, including its texts. */
export const personsIn = (output: object): string[] => [
  ...new Set(JSON.stringify(output).match(PERSON) ?? []),
]
