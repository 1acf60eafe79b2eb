import { defaultPayloadConverter, type Payload } from '@temporalio/common'
import { describe, expect, test } from 'vitest'
import { createCipher } from '#platform/core/crypto/cipher.ts'
import { WORKFLOWS, workflowIdOf, type WorkflowName } from '#registry/workflows.ts'
import { readable } from '#platform/core/workflow-kinds/readable.ts'
import { EncryptionCodec, searchAttributes } from '../../providers/temporal/index.ts'
import { SCHEDULES } from '../../worker/schedules.ts'
import * as workflows from '../../workflows/index.ts'
import { ENCRYPTION_KEYS } from '../workflows/support.ts'
import { historyNames, loadHistory } from './history.ts'

const histories = await Promise.all(
  historyNames()
    .filter((name) => !name.includes('-before-'))
    .map(async (name) => ({ name, events: (await loadHistory(name)).events })),
)
const typeOf = (it: (typeof histories)[number]) =>
  it.events[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name

test('every workflow has a subject and an entry in WORKFLOWS, or belongs to a schedule', () => {
  const known = [...Object.keys(WORKFLOWS), ...SCHEDULES.map(({ workflow }) => workflow)]
  expect(Object.keys(workflows).toSorted()).toEqual(known.toSorted())
})

/** A kind without a current history fails here: record one (test/replay/record.ts). */
describe.each(Object.keys(WORKFLOWS) as WorkflowName[])(
  'operators can find and read %s',
  (kind) => {
    const { subjectType, firstStep } = WORKFLOWS[kind]
    const recorded = histories.filter((it) => typeOf(it) === kind)

    test('in a recorded history, from its start', async () => {
      expect(recorded).not.toHaveLength(0)
      for (const { events } of recorded) {
        const [started] = events
        const { searchAttributes: given, workflowId } =
          started!.workflowExecutionStartedEventAttributes!
        const attributes = plain(given?.indexedFields)
        const tenantId = String(attributes['TenantId'])
        const subjectId = String(attributes['SubjectId'])
        expect(attributes).toMatchObject({
          Kind: kind,
          SubjectType: subjectType,
          TenantId: expect.stringMatching(/^ten_/),
          SubjectId: expect.any(String),
          // A follow-up that is planned before its start waits for its first step.
          WaitingOn: attributes['NextStepAt'] ? expect.any(String) : firstStep,
        })
        expect(workflowIdOf(kind, { tenantId, subjectId })).toBe(workflowId)
        expect(await opened(started!.userMetadata?.summary)).toBe(`${kind} of ${subjectId}`)
        expect(await opened(started!.userMetadata?.details)).toContain(subjectId)
      }
    })

    test('after its end a workflow waits for nothing, and every timer has the name of its step', async () => {
      for (const { events } of recorded) {
        const shown = events.flatMap((event) => {
          const fields =
            event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields
          return fields ? [plain(fields)] : []
        })
        expect(shown.at(-1)).toMatchObject({ WaitingOn: null, NextStepAt: null })
        for (const event of events.filter((it) => it.timerStartedEventAttributes)) {
          expect(await opened(event.userMetadata?.summary)).toMatch(/^[a-z][\w-]+$/)
        }
      }
    })
  },
)

test('the run of an agent names the agent and its version', () => {
  const fields = histories
    .filter((it) => typeOf(it)?.startsWith('agentRun'))
    .map(({ events }) =>
      Object.assign(
        {},
        ...events.map(({ upsertWorkflowSearchAttributesEventAttributes: upserted }) =>
          plain(upserted?.searchAttributes?.indexedFields),
        ),
      ),
    )
  expect(fields.length).toBeGreaterThan(0)
  for (const each of fields)
    expect(each).toMatchObject({ Agent: expect.stringMatching(/^agt_/), AgentVersion: 1 })
})

const plain = (fields: Record<string, Payload> | null | undefined): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(fields ?? {})
      .filter(([name]) => Object.values(searchAttributes).some((it) => it.name === name))
      .map(([name, payload]) => [name, value(payload)]),
  )

/** Keywords are sent as a list of one; a cleared attribute as null or an empty list. */
const value = (payload: Payload): string | null => {
  const decoded = defaultPayloadConverter.fromPayload<string | string[] | null>(payload)
  return Array.isArray(decoded) ? (decoded[0] ?? null) : (decoded ?? null)
}

const opened = async (payload: Payload | null | undefined): Promise<string | undefined> => {
  if (!payload) return undefined
  const [decoded] = await new EncryptionCodec(createCipher(ENCRYPTION_KEYS).keys).decode([payload])
  // Texts of older histories are not marked as readable.
  return defaultPayloadConverter.fromPayload<string>(decoded!).replace(readable(''), '')
}
