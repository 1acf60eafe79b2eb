import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodesOf } from '../../api/documents/openapi.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { onceEach } from '../support/once.ts'
import { expectDeclaredProblem } from './expectations.ts'
import { callerOf } from './callers.ts'
import { validCall } from './scenarios.ts'
import { requestOf, createWorld, type World } from './world.ts'

/**
 * Restriction of processing in every operation and table: a centre with records of every kind, in which all
 * children and clients are restricted.
 */

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})

/** Each call restricts every person of its centre, so few operations share a centre. */
const OPERATIONS_OF_ONE = 15
const centreOf = onceEach(async (_: number) => createWorld(api, await api.createTenant()))

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const restrictAll = (centre: World) =>
  api.query(
    `INSERT INTO processing_restrictions (tenant_id, id, child_id, client_id, ground, reason, started_by, started_at,
       created_at, updated_at)
     SELECT tenant_id, 'rst_' || right(person, 26), child_id, client_id, 'UNLAWFUL', 'x', 'x', now(), now(), now() FROM (
       SELECT tenant_id, id AS person, id AS child_id, NULL AS client_id FROM children WHERE restricted_at IS NULL
       UNION ALL SELECT tenant_id, id, NULL, id FROM clients WHERE restricted_at IS NULL) everybody
     WHERE tenant_id = $1`,
    [centre.client.tenantId],
  )

const liftAll = async (centre: World) => {
  await api.query('DELETE FROM processing_restrictions WHERE tenant_id = $1', [
    centre.client.tenantId,
  ])
  for (const table of ['children', 'clients'])
    await api.query(
      `UPDATE ${table} SET restricted_at = NULL WHERE tenant_id = $1 AND restricted_at IS NOT NULL`,
      [centre.client.tenantId],
    )
}

/** Writes about persons that are still allowed, by reason. */
const DONE = {
  'for needs without a child; test/marketplace/matching has one of a child': ['matchTherapists'],
  'about no child in the scenarios; test/knowledge/generation/children has one of a child': [
    'queryKnowledge',
  ],
  'about no child in the scenarios; test/knowledge/kept-answers/children has one of a child': [
    'rateKeptAnswer',
    'correctKeptAnswer',
  ],
  'end what runs': [
    'cancelAppointment',
    'cancelGroupAppointment',
    'declineAppointment',
    'markAppointmentInError',
    'markAppointmentNoShow',
    'waiveAppointmentFee',
    'releaseHold',
    'cancelSeries',
    'cancelGroupWaitlistEntry',
    'cancelWaitlistEntry',
    'declineWaitlistOffer',
    'cancelFormResponse',
    'revokeCalendarFeed',
    'closeEarlyInterventionProgram',
    'closeTreatmentCycle',
    'endCareTeamMember',
    'completeTask',
    'cancelTask',
  ],
  'are rights, or say who is no guardian any more': [
    'revokeConsent',
    'endGuardianship',
    'createChannelConsent',
  ],
  'are bookkeeping, or addresses of files': [
    'chargeAppointmentFee',
    'cancelMessage',
    'confirmAddress',
    'decideHeldMessages',
    'markMessageBounced',
    'previewMessageText',
    'claimWorklistEntry',
    'releaseWorklistEntry',
    'snoozeWorklistEntry',
    'unsnoozeWorklistEntry',
    'createAttachmentDownloadLink',
    'createAttachmentUploadLink',
  ],
  'are about somebody new, or the centre’s own in the scenarios': [
    'createChild',
    'createClient',
    'convertLead',
    'createCalendarFeed',
    'createGroupAppointment',
    'patchGroupAppointment',
    'rescheduleGroupAppointment',
    'createReminderPolicy',
    'patchReminderPolicy',
    'archiveReminderPolicy',
    'restoreReminderPolicy',
  ],
}

/** Refused earlier, for another reason. */
const OTHERWISE: Record<string, string> = {
  createProcessingRestriction: 'already_exists',
  // Their error names the restriction as something to end first.
  createErasure: 'erasure_blocked',
  approveErasure: 'erasure_blocked',
}

const writes = operations.filter(({ method }) => method !== 'get')
const isOfPersons = (operation: Operation) =>
  errorCodesOf(operation).includes('processing_restricted')

/** Operations about persons that still run. */
const done = new Set(Object.values(DONE).flat())
const isDone = (operation: Operation) =>
  !(operation.id in OTHERWISE) && (done.has(operation.id) || !isOfPersons(operation))

describe('while every person is restricted', () => {
  const named = (list: readonly Operation[]) =>
    list.map((operation) => ({ id: operation.id, operation }))
  const answerOf = async (operation: Operation) => {
    const centre = await centreOf(Math.floor(writes.indexOf(operation) / OPERATIONS_OF_ONE))
    const call = await validCall(operation, centre)
    await restrictAll(centre)
    try {
      return await (await callerOf(operation, centre)).send(requestOf(operation, call))
    } finally {
      await liftAll(centre)
    }
  }

  test.each(named(writes.filter(isDone)))(
    '$id succeeds, because it changes no data of a person or ends something',
    async ({ operation }) => {
      const { status, text } = await answerOf(operation)
      expect(status, text).toBe(operation.status)
    },
  )

  test.each(named(writes.filter((operation) => !isDone(operation))))(
    '$id is refused',
    async ({ id, operation }) => {
      const { code } = expectDeclaredProblem(await answerOf(operation), operation)
      expect(code).toBe(OTHERWISE[id] ?? 'processing_restricted')
    },
  )

  test('operations that are refused document the code', () => {
    const ofPersons = writes.filter(isOfPersons).map(({ id }) => id)
    expect(ofPersons).toEqual(expect.arrayContaining([...done]))
  })
})
