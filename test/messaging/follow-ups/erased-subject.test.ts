import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { exampleId } from '#platform/core/records/ids.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { messageDueAt, sendMessage } from '#messaging/messages/send-message.ts'
import { removeArchive } from '#privacy/person-exports/expire-person-export.ts'
import { startApi, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

test('a step that waits for an erased person finds nothing to do', async () => {
  const { tenantId } = await api.createTenant()
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  const ref = { kind: 'formChase', subjectId: exampleId('formResponse') } as const
  expect(await planSteps(ctx, ref)).toEqual({ next: null })
  expect(await runStep(ctx, { ...ref, step: 'request', dueAt: api.clock.now() })).toBeNull()
  const message = { id: exampleId('message') }
  expect(await messageDueAt(ctx, message)).toBeNull()
  await sendMessage(ctx, message, undefined)
  expect(await removeArchive(ctx, { id: exampleId('personExport') })).toBeNull()
})
