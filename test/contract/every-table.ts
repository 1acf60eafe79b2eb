import { rollUp } from '#analytics/rollups/roll-up.ts'
import { makeFromExamples } from './scenarios.ts'
import type { World } from './world.ts'

/** Records of every kind that the API creates. */
export const fillRecords = async (of: World) => {
  await makeFromExamples(of)
  await of.failedDelivery()
  await of.therapistMatch()
  await of.childsMatch()
  await of.matchingSettings()
  await of.calendarFeed()
  await of.reminderPolicy()
  await of.recovery()
  await of.followUp()
  await of.message()
  await of.bouncedMessage()
  await of.textReply()
  await of.channelConsent()
  await of.diagnosis()
  await of.make('/v1/worklist/claim', { entryId: (await of.task()).id })
  await of.dismissal()
  await of.performedAction()
  await of.feedback()
  await of.familyCheckIn()
  await of.signedIfsp()
  await of.clockSet()
  await of.questionSet()
  await of.deadlineRecalculation()
  await of.auditSeal()
  await of.refund()
  await of.prepaidCancellation()
  await of.answeredDispute()
  await of.paymentAccount()
  await of.payer()
  await of.creditNote()
  await of.heldDunning()
  await of.superbill()
  await of.sharedPackage()
  await of.creditPayout()
  await of.discountedOrder()
  await of.releasedReserve()
  await of.cancellationPolicy()
  await of.series()
  await of.groupSeries()
  await of.appointmentImport()
  await of.make('/v1/appointment-imports', await of.importFile())
  await of.groupWaitlistEntry()
  await of.waitlistOffer()
  await of.note()
  await of.sessionWithOthers()
  await of.noteTemplate()
  await of.formResponse()
  await of.submittedForm()
  await of.submittedProviderForm()
  await of.namedReferee()
  await of.license()
  await of.leadOffer()
  await of.triedLead()
  await of.leadIntake()
  await of.knowledgeDocument()
  await of.modelCall()
  await of.childsModelCall()
  await of.keptAnswer()
  await of.childsKeptAnswer((await of.child()).id)
  await of.curatedAnswer()
  await of.evaluationRun()
  await of.consent()
  await of.attachment()
  await of.providerDocument()
  await of.childMerge()
  await of.discharge()
  await of.goalReview()
  await of.correctedAssessment()
  await of.careTeamMember()
  await of.breakGlassGrant()
  await of.agentRun()
  await of.replayResult()
  await of.waitingStep()
  await of.awaitingStep()
  const greeter = await of.eventAgent()
  await of.child()
  await of.make(`/v1/agents/${greeter.id}/pause`)
  await of.platformPayout()
  await of.periodLock()
  await of.treatmentCycle()
  await of.personExport()
  await of.erasure()
  await of.processingRestriction()
  await of.noteToCosign()
  await of.supervisionDelegate()
  await of.userAbsence()
  await of.changedMessageText()
  await of.messageLogo()
  const daily = { role: 'SUPERVISOR', kind: 'TASK', delivery: 'DAILY' }
  await of.client.patch('/v1/notification-settings', { roles: [daily] })
  await of.make(`/v1/session-notes/${(await of.signedNote()).id}/addenda`, { text: 'Later.' })
  await of.pet()
  await of.room()
  await of.customField()
  await of.guardianship()
  await of.schedule()
  await of.scheduleException()
  await of.closure()
  await of.timeOff()
  await of.apiKey()
  await of.role()
  await of.userSession()
  await of.passkey()
  await of.provedSsoConnection()
  await of.ssoSignIn()
  await of.authorizationCode()
  await of.appointmentThat('reschedule', { startsAt: '2026-12-02T10:00:00+01:00' })
}

/** A row of every kind, so no table looks invisible only because it is empty. */
export const fillEveryTable = async (of: World) => {
  await fillRecords(of)
  const { tenantId, clientId, clientSecret } = of.client
  const token = await of.client.token()
  await of.client.send({
    method: 'POST',
    path: '/oauth/revoke',
    json: { token, client_id: clientId, client_secret: clientSecret },
  })
  await of.api.query(
    `INSERT INTO webhook_attempts (tenant_id, id, delivery_id, endpoint_id, number, started_at, duration_ms, outcome)
     SELECT tenant_id, 'att_1', id, endpoint_id, 1, now(), 1, 'FAILED' FROM webhook_deliveries WHERE tenant_id = $1 LIMIT 1`,
    [tenantId],
  )
  await of.api.query(
    `INSERT INTO agent_trigger_counts (tenant_id, agent_id, agent_version, started, filtered, failed, refused, examples, last_seen_at, filtered_in_a_row)
     SELECT tenant_id, id, 1, 1, 0, 0, 0, '{}', now(), 0 FROM agents WHERE tenant_id = $1 LIMIT 1`,
    [tenantId],
  )
  await rollUp(of.api.services.platform)
  await of.api.query(
    `INSERT INTO analytics_changes (tenant_id, source, record_id) VALUES ($1, 'locations', 'loc_1')`,
    [tenantId],
  )
  await of.api.query(
    `INSERT INTO analytics_rebuilds (tenant_id, family, started_at) VALUES ($1, 'MONEY', now())`,
    [tenantId],
  )
  await of.api.query(
    `INSERT INTO worklist_notices (tenant_id, entry_id, since, told_at) VALUES ($1, 'tsk_1', now(), now())`,
    [tenantId],
  )
  await of.api.query(
    `INSERT INTO file_removals (tenant_id, key, created_at) VALUES ($1, $1 || '/fil_1.removed', now())`,
    [tenantId],
  )
}
