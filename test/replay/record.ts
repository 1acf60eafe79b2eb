/**
 * Records the histories replayed by test/replay: `node test/replay/record.ts [name…]`, all or the named ones,
 * after a workflow was changed on purpose. First keep the old one under another name (`…-before-….binpb`) for
 * as long as such workflows may still run. Payloads are encrypted with the fixed test key, and all ids are new:
 * no personal data.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import proto from '@temporalio/proto'
import type { WorkflowHandle } from '@temporalio/client'
import { NativeConnection } from '@temporalio/worker'
import pg from 'pg'
import { startPostgres } from '../../dev/postgres.ts'
import { startMailCatcher } from '../../dev/mail-catcher.ts'
import { startTemporal } from '../../dev/temporal.ts'
import { withRole } from '../../dev/environment.ts'
import { StartAgentReplay } from '#agents/agent-replays/schemas.ts'
import { startAgentReplay } from '#agents/agent-replays/start-agent-replay.ts'
import { createAgent } from '#agents/agents/create-agent.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import { CreateAgent } from '#agents/agents/schemas.ts'
import { decideAgentRunStep } from '#agents/agent-runs/approvals/decide-agent-run-step.ts'
import { listAgentRunSteps } from '#agents/agent-run-steps/queries.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { permissionsOf } from '#platform/core/access/permissions.ts'
import { listAgentRuns } from '#agents/agent-runs/queries.ts'
import { startAgentRun } from '#agents/agent-runs/start/start-agent-run.ts'
import { createAssessmentSchedule } from '#clinical/assessment-schedules/create-assessment-schedule.ts'
import { CreateAssessmentSchedule } from '#clinical/assessment-schedules/schemas.ts'
import { completeAssessment } from '#clinical/assessments/complete-assessment.ts'
import { getAssessment } from '#clinical/assessments/queries.ts'
import { CompleteAssessment } from '#clinical/assessments/schemas.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { createInstrument } from '#clinical/instruments/create-instrument.ts'
import { CreateInstrument } from '#clinical/instruments/schemas.ts'
import { createSession } from '#clinical/sessions/create-session.ts'
import { CreateSession } from '#clinical/sessions/schemas.ts'
import { closeTreatmentCycle } from '#receivables/treatment-cycles/close-treatment-cycle.ts'
import { createTreatmentCycle } from '#receivables/treatment-cycles/create-treatment-cycle.ts'
import { CreateTreatmentCycle } from '#receivables/treatment-cycles/schemas.ts'
import { createLegalEntity } from '#receivables/legal-entities/create-legal-entity.ts'
import { CreateLegalEntity } from '#receivables/legal-entities/schemas.ts'
import { createPayer } from '#receivables/payers/create-payer.ts'
import { CreatePayer } from '#receivables/payers/schemas.ts'
import { CreateOrder } from '#receivables/orders/schemas.ts'
import { cancelOrder } from '#receivables/orders/cancel-order.ts'
import { listSessionPackages } from '#receivables/session-packages/queries.ts'
import { createInvoice } from '#receivables/invoices/create-invoice.ts'
import { creditInvoice } from '#receivables/invoices/credit-invoice.ts'
import { issueInvoice } from '#receivables/invoices/issue-invoice.ts'
import { listDunnings } from '#receivables/dunnings/queries.ts'
import { createBreakGlassGrant } from '#privacy/break-glass/create-break-glass-grant.ts'
import { reviewBreakGlassGrant } from '#privacy/break-glass/review-break-glass-grant.ts'
import { cancelProcessingRestrictionLifting } from '#privacy/processing-restrictions/cancel-processing-restriction-lifting.ts'
import { liftProcessingRestriction } from '#privacy/processing-restrictions/lift-processing-restriction.ts'
import { createProcessingRestriction } from '#privacy/processing-restrictions/start-restriction.ts'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { createChild } from '#people/children/create-child.ts'
import { exampleFor } from '../../api/documents/examples.ts'
import { createClockSet } from '#early-intervention/clocks/create-clock-set.ts'
import { listDeadlineRecalculations } from '#early-intervention/clocks/queries.ts'
import { CreateClockSet } from '#early-intervention/clocks/schemas.ts'
import { createClosure } from '#organization/closures/create-closure.ts'
import { closeProgram } from '#early-intervention/programs/close-program.ts'
import { recordEarlyInterventionMilestone } from '#early-intervention/programs/record-early-intervention-milestone.ts'
import { StartProgram } from '#early-intervention/programs/schemas.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { completeAppointment } from '#scheduling/appointments/complete-appointment.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { rescheduleAppointment } from '#scheduling/appointments/reschedule-appointment.ts'
import { grantConsent } from '#people/consents/grant-consent.ts'
import { revokeConsent } from '#people/consents/revoke-consent.ts'
import { createErasure } from '#privacy/erasures/create-erasure.ts'
import { getErasure } from '#privacy/erasures/queries.ts'
import { CreateChild } from '#people/children/schemas.ts'
import { workflowIdOf, type WorkflowName } from '#registry/workflows.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { acknowledgeGoalReview } from '#clinical/goals/acknowledge-goal-review.ts'
import { createGoal } from '#clinical/goals/create-goal.ts'
import { listGoalReviews } from '#clinical/goals/queries.ts'
import { recordGoalMeasurement } from '#clinical/goals/record-goal-measurement.ts'
import { CreateGoal } from '#clinical/goals/schemas.ts'
import { listFormResponses } from '#clinical/form-responses/queries.ts'
import { submitFormResponse } from '#clinical/form-responses/submit-form-response.ts'
import { createLead } from '#marketplace/leads/lead/create-lead.ts'
import { eraseLead } from '#marketplace/leads/lead/erase-lead.ts'
import { loseLead } from '#marketplace/leads/lead/lose-lead.ts'
import { CreateLead } from '#marketplace/leads/lead/schemas.ts'
import { createOnboardingPlan } from '#marketplace/onboarding-plans/create-onboarding-plan.ts'
import { publishOnboardingPlan } from '#marketplace/onboarding-plans/publish-onboarding-plan.ts'
import { CreateOnboardingPlan } from '#marketplace/onboarding-plans/schemas.ts'
import { rejectProviderOnboarding } from '#marketplace/provider-onboardings/reject-provider-onboarding.ts'
import { StartProviderOnboarding } from '#marketplace/provider-onboardings/schemas.ts'
import { startProviderOnboarding } from '#marketplace/provider-onboardings/start-provider-onboarding.ts'
import { createHold } from '#scheduling/holds/create-hold.ts'
import { getHold } from '#scheduling/holds/queries.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { TEMPLATES } from '#messaging/messages/templates/index.ts'
import { addSessionNote } from '#clinical/notes/add-session-note.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { createOrder } from '#receivables/orders/create-order.ts'
import { createPayment } from '#payments/payments/create-payment.ts'
import { getPayment } from '#payments/payments/queries.ts'
import { createCreditPayout } from '#payments/credit-payouts/create-credit-payout.ts'
import { prepayCredit } from '#payments/credits/prepay-credit.ts'
import { acceptDispute } from '#payments/disputes/accept-dispute.ts'
import { listDisputes } from '#payments/disputes/queries.ts'
import { settleDispute } from '#payments/disputes/settle-dispute.ts'
import { createRefund } from '#payments/refunds/create-refund.ts'
import { createImport } from '#scheduling/appointment-imports/create-import.ts'
import { createPersonExport } from '#privacy/person-exports/create-person-export.ts'
import { expirePersonExport } from '#privacy/person-exports/expire-person-export.ts'
import { getPersonExport } from '#privacy/person-exports/queries.ts'
import { patchRetentionPolicy } from '#privacy/retention/patch-retention-policy.ts'
import { dischargeChild } from '#records/discharges/discharge-child.ts'
import { getDischarge } from '#records/discharges/queries.ts'
import { readmitChild } from '#records/discharges/readmit-child.ts'
import { DischargeChild } from '#records/discharges/schemas.ts'
import { createSeries } from '#scheduling/series/create-series.ts'
import { checkProviderLicense } from '#organization/provider-licenses/check-provider-license.ts'
import { createProviderLicense } from '#organization/provider-licenses/create-provider-license.ts'
import { getProviderLicense } from '#organization/provider-licenses/queries.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { cancelWaitlistEntry } from '#scheduling/waitlist/cancel-waitlist-entry.ts'
import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { acceptOffer } from '#scheduling/waitlist/accept-offer.ts'
import { declineOffer } from '#scheduling/waitlist/decline-offer.ts'
import { listWaitlistOffers } from '#scheduling/waitlist/queries.ts'
import { CreateWaitlistEntry } from '#scheduling/waitlist/schemas.ts'
import { createEndpoint } from '../support/create-endpoint.ts'
import { pauseWebhookEndpoint } from '#webhooks/endpoints/pause-webhook-endpoint.ts'
import { createAssistant } from '#knowledge/assistants/create-assistant.ts'
import { CreateAssistant } from '#knowledge/assistants/schemas.ts'
import { createEvaluation } from '#knowledge/evaluations/create-evaluation.ts'
import { startEvaluationRun } from '#knowledge/evaluation-runs/start-evaluation-run.ts'
import { receiveDocument } from '#knowledge/documents/receive-document.ts'
import { uploadKnowledge } from '#knowledge/documents/upload-knowledge.ts'
import { RECOVERY_BACKLOG } from '#webhooks/recoveries/recover-batch.ts'
import { startRecovery } from '#webhooks/recoveries/start-recovery.ts'
import { migrate } from '../../prisma/migrate.ts'
import { createSmtpMailer } from '../../providers/mail/index.ts'
import { createTemporalClient } from '../../providers/temporal/index.ts'
import { startRelay } from '../../relay/relay.ts'
import { TASK_QUEUE } from '../../workflows/task-queues.ts'
import { anotherNpi } from '../support/another-npi.ts'
import { createServiceWithForm } from '../clinical/forms/required-form.ts'
import { inTurn, respond, startReceiver } from '../support/receivers.ts'
import {
  createCentre,
  createGuardian,
  createTestDeliveries,
  eventually,
  openTestPlatform,
  startTestWorkers,
} from '../workflows/support.ts'
import { settleAppointment } from '../payouts/settlements/settle-appointment.ts'
import { approveAsAnother } from '../privacy/erasures/schedule-erasure.ts'

const { History } = proto.temporal.api.history.v1
const PASSWORD = 'record'
const DAY_MS = 86_400_000

await using stack = new AsyncDisposableStack()
const dir = await mkdtemp(path.join(tmpdir(), 'therapy-record-'))
stack.defer(() => rm(dir, { recursive: true, force: true }))
const postgres = stack.use(await startPostgres({ dataDir: path.join(dir, 'postgres') }))
await migrate(postgres.ownerUrl, { appPassword: PASSWORD, systemPassword: PASSWORD })
const temporal = stack.use(
  await startTemporal({ dataDir: path.join(dir, 'temporal'), inMemory: true, headless: true }),
)
const urls = {
  ownerUrl: postgres.ownerUrl,
  appUrl: withRole(postgres.ownerUrl, 'therapy_app', PASSWORD),
  systemUrl: withRole(postgres.ownerUrl, 'therapy_system', PASSWORD),
}
const platform = stack.use(openTestPlatform(urls))
const centre = await createCentre(platform, urls)
const { ctx, tenantId, childId, providerId } = centre
const { address } = temporal
const { client } = stack.use(
  createTemporalClient({
    connection: { address },
    namespace: 'default',
    keys: platform.cipher.keys,
  }),
)
const connection = await NativeConnection.connect({ address })
stack.defer(() => connection.close())
const deliveries = createTestDeliveries(platform)
const catcher = stack.use(await startMailCatcher())
const mailer = stack.use(
  createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org', requireTls: false }),
)
stack.use(await startTestWorkers(platform, deliveries, { connection, mailer }))
stack.use(startRelay({ platform, systemUrl: urls.systemUrl, client }))

const infant = { firstName: 'Recorded', lastName: 'Child' }
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const wanted = process.argv.slice(2)
const record = (name: string, workflow: WorkflowName, subjectId: string) =>
  recordRun(name, client.workflow.getHandle(workflowIdOf(workflow, { tenantId, subjectId })))
const recordRun = async (name: string, handle: WorkflowHandle) => {
  // It exists only after the relay has handed it over.
  await eventually(() =>
    handle.result().then(
      () => true,
      () => false,
    ),
  )
  if (wanted.length > 0 && !wanted.includes(name)) return
  // As protobuf, because the SDK's historyToJSON fails on its own messages ("type must be a Type", 1.24.0).
  const bytes = History.encode(History.create(await handle.fetchHistory())).finish()
  await writeFile(new URL(`histories/${name}.binpb`, import.meta.url), bytes)
  console.log(`recorded ${name}`)
}
const waitingFor = (subject: string, at?: string) =>
  eventually(async () => {
    const { data } = await listFollowUps(ctx, { limit: 1, sort: '-createdAt', subjectId: subject })
    return data[0]?.nextStepAt && (!at || data[0].nextStepAt === at)
  })

const purge = { taskQueue: TASK_QUEUE, workflowId: 'therapy-care/retention' }
await recordRun('retention', await client.workflow.start('purgeExpired', purge))

await using receiver = await startReceiver(inTurn(respond(500), respond(200)))
const endpoint = await createEndpoint(ctx, {
  url: receiver.url,
  eventTypes: ['booking.created'],
})
// Away from the ten o’clock series, at any hour of the run.
const startsAt = new Date(`${dayBefore(-20)}T15:00:00Z`)
const booking = await createAppointment(ctx, {
  childId,
  providerId,
  type: 'THERAPY_SESSION',
  startsAt,
})
await waitingFor(booking.id)
const moved = new Date(startsAt.getTime() + 5 * DAY_MS)
await rescheduleAppointment(ctx, { id: booking.id, startsAt: moved })
await waitingFor(booking.id, new Date(moved.getTime() - 2 * DAY_MS).toISOString())
await cancelAppointment(ctx, { id: booking.id, initiator: 'CLIENT', reason: 'recorded' })
await record('appointment-rescheduled-then-cancelled', 'appointmentLifecycle', booking.id)
await eventually(async () => receiver.requests.length === 2)
await record('courier-retries-once', 'webhookCourier', endpoint.id)
const series = await createSeries(ctx, {
  childId,
  providerId,
  type: 'THERAPY_SESSION',
  startsOn: moved.toISOString().slice(0, 10),
  startTime: '10:00',
  rule: 'FREQ=WEEKLY;COUNT=70',
})
await record('series-in-rounds', 'seriesBooking', series.id)
const leaving = await createChild(ctx, CreateChild.parse(exampleFor(CreateChild)))
await createAppointment(ctx, {
  childId: leaving.id,
  providerId,
  type: 'THERAPY_SESSION',
  startsAt: new Date(`${dayBefore(-21)}T18:00:00Z`),
})
await createTreatmentCycle(
  ctx,
  CreateTreatmentCycle.parse({
    childId: leaving.id,
    payer: 'Recorded',
    authorized: 1,
    startsOn: dayBefore(30),
    endsOn: dayBefore(-60),
  }),
)
const discharge = await dischargeChild(ctx, {
  id: leaving.id,
  ...DischargeChild.parse({ reason: 'MOVED_AWAY', effectiveOn: dayBefore(-2) }),
})
await eventually(
  async () => (await getDischarge(ctx, { id: discharge.id! })).progress.pending === 1,
)
// It waits for the end of care now.
await sleep(1_000)
await readmitChild(ctx, { id: leaving.id, reason: 'recorded' })
await record('discharge-readmitted', 'childDischarge', discharge.id!)
const file = Array.from({ length: 120 }, (_, day) => {
  const at = new Date(Date.UTC(2020, 0, 1 + day, 9))
  return `${childId},${providerId},${at.toISOString()}`
})
const imported = await createImport(ctx, {
  name: 'recorded.csv',
  format: 'CSV',
  content: ['child,provider,start', ...file].join('\n'),
  defaults: {},
  notify: false,
})
await record('import-checked-in-rounds', 'appointmentImport', imported.id)
const assistant = CreateAssistant.parse({ name: 'Recorded', scope: 'organization', tools: [] })
const { id: assistantId } = await createAssistant(ctx, assistant)
const said = [Buffer.from('We are open from eight to six.')]
const sent = await receiveDocument(
  { ...ctx, platform },
  { name: 'hours.txt', chunks: Readable.from(said) },
)
const known = await uploadKnowledge(ctx, { assistantId, files: [sent] })
await record('knowledge-read-and-indexed', 'knowledgeIngestion', known.data[0]!.id)
const evaluation = await createEvaluation(ctx, {
  assistantId,
  name: 'Recorded',
  questions: [{ question: 'When are you open?', documentIds: [known.data[0]!.id] }],
})
const evaluated = await startEvaluationRun(ctx, evaluation)
await record('evaluation-run-done', 'evaluationRun', evaluated.id)
const late = await createEndpoint(ctx, { url: receiver.url, eventTypes: ['*'] })
const recovery = await startRecovery(ctx, { id: late.id, startsAt: new Date(Date.now() - DAY_MS) })
await eventually(async () => (await outboxBacklog(platform)).pending === 0)
await record('webhook-recovery-done', 'webhookRecovery', recovery.id)

const owner = new pg.Client({ connectionString: urls.ownerUrl })
await owner.connect()
stack.defer(() => owner.end())
await pauseWebhookEndpoint(ctx, { id: late.id })
await owner.query(
  `INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, status, event_created_at,
     next_attempt_at, redelivery_of, created_at, updated_at)
   SELECT tenant_id, id || n, endpoint_id, event_id, event_type, 'PENDING', event_created_at, now(), id, now(), now()
   FROM (SELECT * FROM webhook_deliveries WHERE endpoint_id = $1 LIMIT 1) one, generate_series(1, $2::int) n`,
  [late.id, RECOVERY_BACKLOG],
)
const held = await startRecovery(ctx, { id: late.id, startsAt: new Date(Date.now() - DAY_MS) })
await eventually(async () => (await outboxBacklog(platform)).pending === 0)
await sleep(2_000)
await owner.query(
  `UPDATE webhook_deliveries SET status = 'SUCCEEDED', next_attempt_at = NULL, finished_at = now()
   WHERE endpoint_id = $1`,
  [late.id],
)
await record('webhook-recovery-waits', 'webhookRecovery', held.id)

const lines = [{ description: 'Report', quantity: 1, unitAmount: 4_500 }]
const { id: orderId } = await createOrder(ctx, { childId, lines })
const payment = await createPayment(ctx, {
  orderId,
  paymentMethod: { type: 'CARD', id: 'pm_sandbox_timeout_once' },
})
await eventually(async () => (await outboxBacklog(platform)).pending === 0)
await record('payment-captured-at-the-second-try', 'paymentCapture', payment.id)
await eventually(async () => (await getPayment(ctx, payment)).status === 'SUCCEEDED')
const refund = await createRefund(ctx, { id: payment.id, reason: 'Ill' })
await eventually(async () => (await outboxBacklog(platform)).pending === 0)
await record('payment-refunded', 'paymentRefund', refund.id!)

const { id: familyId } = await createClient(ctx, { name: 'Recorded Family' })
const prepayment = { amount: 4_500, method: 'CASH', reference: 'Receipt 1' } as const
const credit = await prepayCredit(ctx, { clientId: familyId, ...prepayment })
const paidOut = await createCreditPayout(ctx, {
  id: credit.id!,
  method: 'PAYOUT_ACCOUNT',
  destination: 'acct_sandbox_ok',
  reason: 'Moved away',
})
await eventually(async () => (await outboxBacklog(platform)).pending === 0)
await record('credit-paid-out', 'creditPayout', paidOut.id!)

const disputed = async () => {
  const { id: orderId } = await createOrder(ctx, { childId, lines })
  const paymentMethod = { type: 'CARD', id: 'pm_sandbox_disputed' } as const
  const { id: paymentId } = await createPayment(ctx, { orderId, paymentMethod })
  const found = await eventually(async () => {
    const query = { limit: 1, sort: '-createdAt', paymentId } as const
    return (await listDisputes(ctx, query)).data[0]
  })
  await waitingFor(found.id)
  return found
}
const accepted = await disputed()
await acceptDispute(ctx, { id: accepted.id })
await record('dispute-accepted', 'paymentDispute', accepted.id)
await record('dispute-response-given', 'disputeResponse', accepted.id)

const dispute = await disputed()
const lost = { status: 'LOST', dueAt: null, withdrawnMinor: 4_500, withheldMinor: 4_500 } as const
await settleDispute(ctx, {
  id: dispute.id,
  state: {
    ...lost,
    reference: dispute.gatewayReference,
    reason: dispute.reason,
    isInquiry: false,
    amountMinor: 4_500,
    currency: dispute.currency,
    fee: null,
  },
})
await eventually(async () => (await outboxBacklog(platform)).pending === 0)
await record('dispute-lost', 'paymentDispute', dispute.id)
await record('dispute-not-answered', 'disputeResponse', dispute.id)

const captured = async (order: string) => {
  const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' } as const
  const { id } = await createPayment(ctx, { orderId: order, paymentMethod })
  await eventually(async () => (await getPayment(ctx, { id })).status === 'SUCCEEDED')
  return id
}
const settledBy = async (name: string, account: string, day: number) => {
  const at = new Date(`${dayBefore(day)}T17:00:00Z`)
  const sent = { childId, providerId, startsAt: at, account, pay: captured }
  const id = await settleAppointment(ctx, sent)
  await eventually(async () => (await outboxBacklog(platform)).pending === 0)
  await record(name, 'settlementPayout', id)
}
await settledBy('settlement-paid', 'acct_sandbox_ok', -21)
await settledBy('settlement-payout-refused', 'acct_sandbox_payout_declined', -22)

const toCallOff = await createAppointment(ctx, {
  childId,
  providerId,
  serviceId: (
    await createService(
      ctx,
      CreateService.parse({
        code: 'CALLED_OFF',
        name: 'Called off',
        durationMinutes: 45,
        amount: 8_500,
        currency: 'EUR',
      }),
    )
  ).id,
  type: 'THERAPY_SESSION',
  startsAt: new Date(`${dayBefore(-23)}T17:00:00Z`),
})
await captured((await createOrder(ctx, { appointmentId: toCallOff.id })).id)
await cancelAppointment(ctx, { id: toCallOff.id, initiator: 'PROVIDER', reason: 'recorded' })
await record('paid-appointment-called-off', 'appointmentCancellation', toCallOff.id)

const licensed = await createProvider(
  ctx,
  CreateProvider.parse({ name: 'Recorded Provider', npi: anotherNpi() }),
)
const license = await createProviderLicense(ctx, {
  providerId: licensed.id,
  profession: 'AUDIOLOGIST',
  number: 'recorded-awayonce',
  authority: 'Recorded',
  state: 'US-IL',
  issuedOn: null,
  expiresOn: null,
})
await checkProviderLicense(ctx, { id: license.id })
await eventually(
  async () =>
    (await getProviderLicense(ctx, { id: license.id })).verification.status === 'VERIFIED',
)
await record('license-verified-at-the-second-try', 'licenseCheck', license.id)
const doubtful = await createProviderLicense(ctx, {
  providerId: licensed.id,
  profession: 'AUDIOLOGIST',
  number: 'recorded-othername',
  authority: 'Recorded',
  state: 'US-IL',
  issuedOn: null,
  expiresOn: null,
})
await checkProviderLicense(ctx, { id: doubtful.id })
await eventually(async () => {
  const { data } = await listFollowUps(ctx, {
    limit: 1,
    sort: '-createdAt',
    subjectId: doubtful.id,
  })
  return data[0]?.steps.some(({ status }) => status === 'DONE')
})
await record('license-that-a-person-looks-at', 'licenseReview', doubtful.id)

const program = await startProgram(
  ctx,
  StartProgram.parse({
    childId: (await createChild(ctx, { ...infant, birthDate: dayBefore(400) })).id,
    referralReceivedOn: dayBefore(10),
  }),
)
await waitingFor(program.id)
await recordEarlyInterventionMilestone(ctx, {
  id: program.id,
  milestone: { kind: 'IFSP', occurredOn: dayBefore(1) },
})
const hasStep = async (step: string) => {
  const query = { limit: 1, sort: '-createdAt', subject: program.id } as const
  const { data } = await listFollowUps(ctx, query)
  return data[0]?.steps.some((it) => it.step === step)
}
await eventually(() => hasStep('periodic-review-warning'))
await closeProgram(ctx, { id: program.id, closedOn: dayBefore(0) })
await record('program-from-plan-to-close', 'earlyInterventionCheckIn', program.id)
await createClockSet(ctx, exampleFor(CreateClockSet) as CreateClockSet)
const { id: closureId } = await createClosure(ctx, { name: 'Christmas', startsOn: dayBefore(300) })
const byAge = { limit: 1, sort: '-createdAt' } as const
const { data: recalculations } = await listDeadlineRecalculations(ctx, { ...byAge, closureId })
await eventually(async () => (await outboxBacklog(platform)).pending === 0)
await record('clocks-moved', 'clockMoving', recalculations[0]!.id)
const archive = await createPersonExport(ctx, { childId })
await eventually(async () => (await getPersonExport(ctx, archive)).status === 'READY')
await expirePersonExport(ctx, { id: archive.id })
await record('person-export-ended-early', 'personExport', archive.id)
const forgotten = await createChild(ctx, { ...infant, birthDate: dayBefore(900) })
const cameOnce = { childId: forgotten.id, providerId, startedAt: '2026-01-01T10:00:00Z' }
const { id: visitId } = await createSession(ctx, CreateSession.parse(cameOnce))
const toForget = await createErasure(ctx, { childId: forgotten.id, reason: 'Rec', graceDays: 0 })
const erasureId = toForget.id!
await waitingFor(erasureId)
await approveAsAnother(ctx, erasureId)
await record('erasure-approved', 'erasureApproval', erasureId)
await eventually(async () => (await getErasure(ctx, { id: erasureId })).status === 'RETAINING')
// Backdated: the wait is over, and the policy change wakes it.
await owner.query(`SET session_replication_role = replica`)
await owner.query(`UPDATE sessions SET started_at = '2001-01-01T10:00:00Z' WHERE id = $1`, [
  visitId,
])
await owner.query(`SET session_replication_role = origin`)
const policy = { clinicalYears: 9, childUntilAge: null }
await patchRetentionPolicy(ctx, { version: undefined, patch: policy })
await record('erasure-retained-then-completed', 'personErasure', erasureId)

const assessed = await createChild(ctx, { ...infant, birthDate: dayBefore(900) })
const { id: instrumentId } = await createInstrument(
  ctx,
  CreateInstrument.parse({ name: 'Recorded', scores: [{ key: 'talk', label: 'Talks' }] }),
)
const recordedSchedule = await createAssessmentSchedule(
  ctx,
  CreateAssessmentSchedule.parse({
    childId: assessed.id,
    instrumentId,
    timing: 'ONCE',
    startsOn: dayBefore(1),
  }),
)
const { assessmentId } = recordedSchedule.next!
await eventually(async () => (await getAssessment(ctx, { id: assessmentId })).status === 'DUE')
await waitingFor(assessmentId)
const { id: motherId } = await createClient(ctx, { name: 'Rec', email: 'rec@example.com' })
const kinship = { childId: assessed.id, clientId: motherId, relationship: 'parent' }
await createGuardianship(ctx, { ...kinship, legal: true, billing: false })
const scopes = ['ai', 'children', 'webhooks'] as const
const { id: starterId } = await createApiKey(ctx, { name: 'Starter', scopes: [...scopes] })
const starter = { kind: 'API_KEY', id: starterId, permissions: permissionsOf(scopes) } as const
const agent = CreateAgent.parse({
  name: 'Recorded',
  definition: {
    trigger: { type: 'MANUAL' },
    start: 'ask',
    nodes: [
      { id: 'ask', type: 'APPROVAL', title: 'Go on?', roles: ['ADMINISTRATOR'], next: 'each' },
      {
        id: 'each',
        type: 'FOR_EACH',
        items: '[1, 0]',
        body: 'divide',
        concurrency: 2,
        onError: 'CONTINUE',
        next: 'wait',
      },
      { id: 'divide', type: 'CONDITION', when: '1 / item == 1' },
      { id: 'wait', type: 'WAIT', for: { at: 'now + duration("1s")' }, next: 'tell' },
      { id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Recorded' },
    ],
  },
})
const { id: agentId } = await createAgent(ctx, agent)
await publishAgent(ctx, { id: agentId })
const daily = CreateAgent.parse({
  name: 'Daily',
  definition: {
    trigger: { type: 'EVENT', eventType: 'child.registered' },
    start: 'tell',
    nodes: [{ id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Recorded' }],
  },
})
const { id: greeterId } = await createAgent(ctx, daily)
await publishAgent(ctx, { id: greeterId })
await createChild(ctx, { ...infant, birthDate: dayBefore(901) })
await eventually(async () => {
  const { data } = await listAgentRuns(ctx, { agentId: greeterId, limit: 1, sort: '-createdAt' })
  return data.length > 0
})
await record('agent-triggers-by-an-event', 'agentTriggers', ctx.tenantId)
const past = { id: greeterId, ...StartAgentReplay.parse({}) }
const replay = await startAgentReplay({ ...ctx, actor: starter }, past)
await record('agent-replay-of-an-event', 'agentReplay', replay.id)
const agentRun = await startAgentRun({ ...ctx, actor: starter }, { id: agentId, input: {} })
const question = await eventually(async () => {
  const steps = { runId: agentRun.id, limit: 1, sort: 'createdAt' } as const
  const { data } = await listAgentRunSteps(ctx, steps)
  return data.find(({ status }) => status === 'WAITING')
})
await decideAgentRunStep(ctx, 'APPROVED', { id: question.id, reason: null })
await record('agent-run-through-its-nodes', 'agentRun', agentRun.id)
// The approval was a task, and nobody is a user.
await record('worklist-notices-without-users', 'worklistNotices', ctx.tenantId)
const looker = CreateAgent.parse({
  name: 'Looking',
  definition: {
    trigger: { type: 'MANUAL' },
    start: 'look',
    nodes: [{ id: 'look', type: 'CONDITION', when: 'today != ""' }],
  },
})
const { id: lookerId } = await createAgent(ctx, looker)
await publishAgent(ctx, { id: lookerId })
const look = await startAgentRun({ ...ctx, actor: starter }, { id: lookerId, input: {} })
await record('agent-runs-that-only-compute', 'agentRuns', look.id)
const observed = { administeredOn: dayBefore(0), rawScores: { talk: 7 } }
const result = CompleteAssessment.parse(observed)
await completeAssessment(ctx, { id: assessmentId, result })
await record('assessment-due-then-completed', 'assessmentReminder', assessmentId)
const cycle = await createTreatmentCycle(
  ctx,
  CreateTreatmentCycle.parse({
    childId: assessed.id,
    payer: 'Recorded',
    authorized: 1,
    startsOn: dayBefore(30),
    endsOn: dayBefore(-60),
  }),
)
await waitingFor(cycle.id)
const took = { startedAt: new Date(Date.now() - DAY_MS), endedAt: new Date(Date.now() - DAY_MS) }
const session = CreateSession.parse({
  childId: assessed.id,
  providerId,
  startedAt: took.startedAt.toISOString(),
  endedAt: took.endedAt.toISOString(),
})
await createSession(ctx, session)
await eventually(async () => {
  const { data } = await listFollowUps(ctx, { limit: 1, sort: '-createdAt', subjectId: cycle.id })
  return data[0]?.waitingOn === 'end'
})
await closeTreatmentCycle(ctx, { id: cycle.id, reason: 'Recorded.' })
await record('cycle-used-up-then-closed', 'treatmentCycle', cycle.id)

const { id: legalEntityId } = await createLegalEntity(
  ctx,
  CreateLegalEntity.parse({
    numberPrefix: 'REC',
    name: 'Recorded GmbH',
    address: { line1: 'Street 1', city: 'Berlin', postalCode: '10969', country: 'DE' },
    email: 'recorded@example.org',
    vatId: 'DE123456789',
    dunningLevels: [{ daysAfterDue: 7, text: null, fee: null }],
  }),
)
const { id: payerId } = await createPayer(
  ctx,
  CreatePayer.parse({ kind: 'INSURER', name: 'Recorded', email: 'recorded@example.org' }),
)
const owed = [{ description: 'Recorded', quantity: 1, unitAmount: 100 }]
const { id: owedId } = await createOrder(ctx, CreateOrder.parse({ payerId, lines: owed }))
const { id: invoiceId } = await createInvoice(ctx, { orderIds: [owedId], legalEntityId })
await issueInvoice(ctx, { id: invoiceId })
await waitingFor(invoiceId)
const ofInvoice = { limit: 1, sort: '-createdAt', subjectId: invoiceId } as const
const [reminding] = (await listFollowUps(ctx, ofInvoice)).data
await runStepNow(ctx, { id: reminding!.id, step: 'reminder-1' })
await eventually(async () => {
  const { data } = await listDunnings(ctx, { limit: 1, sort: '-createdAt', invoiceId })
  return data[0]?.reminders.length === 1
})
await creditInvoice(ctx, { id: invoiceId, reason: 'Recorded.' })
await record('invoice-reminded-of-then-credited', 'invoiceDunning', invoiceId)

const bought = { kind: 'PACKAGE', package: { sessions: 2, validMonths: 12 } }
const ordered = await createOrder(
  ctx,
  CreateOrder.parse({
    childId: assessed.id,
    lines: [{ description: 'Recorded', quantity: 1, unitAmount: 100, ...bought }],
  }),
)
const ofOrder = { limit: 1, sort: '-createdAt', orderId: ordered.id } as const
const [sessions] = (await listSessionPackages(ctx, ofOrder)).data
await waitingFor(sessions!.id)
await cancelOrder(ctx, { id: ordered.id })
await record('package-bought-then-withdrawn', 'packageExpiry', sessions!.id)

const guardianId = await createGuardian(centre, {
  name: 'Recorded Guardian',
  email: 'guardian@example.com',
})
const visit = await createAppointment(ctx, {
  childId,
  providerId,
  type: 'THERAPY_SESSION',
  startsAt,
})
await completeAppointment(ctx, { id: visit.id })
for (const step of [
  'feedback-request',
  'note-missing',
  'note-missing-supervisor',
  'rebooking-offer',
]) {
  const { id } = await eventually(async () => {
    const { data } = await listFollowUps(ctx, { limit: 9, sort: '-createdAt', subjectId: visit.id })
    return data.find(
      ({ kind, waitingOn }) => kind === 'APPOINTMENT_FOLLOW_UP' && waitingOn === step,
    )
  })
  await runStepNow(ctx, { id, step })
}
await record('after-visit-fired', 'appointmentFollowUp', visit.id)
const message = await transact(ctx, 'messages:write', (tx) =>
  queueMessage(tx, {
    template: 'feedback.request',
    variables: TEMPLATES['feedback.request'].example,
    recipient: {
      type: 'payer',
      id: newId('payer'),
      firstName: 'Recorded',
      email: 'payer@example.com',
    },
    subject: { type: 'appointment', id: visit.id },
    dedupeKey: 'recorded',
  }),
)
await record('messages-sent-together', 'messageDeliveries', message.id)

const goal = await createGoal(
  ctx,
  CreateGoal.parse({
    childId,
    area: 'Recorded',
    title: 'Recorded',
    unit: 'percent',
    baseline: { value: 20 },
    target: { value: 80 },
  }),
)
for (const days of [1, 2, 3, 4, 5])
  await recordGoalMeasurement(ctx, {
    id: goal.id,
    measurement: { measuredAt: new Date(Date.now() - days * DAY_MS), result: { value: 20 + days } },
  })
const [review] = (await listGoalReviews(ctx, { limit: 1, sort: '-createdAt', goalId: goal.id }))
  .data
await waitingFor(review!.id)
await acknowledgeGoalReview(ctx, { id: review!.id, response: 'Recorded' })
await record('progress-asked-then-answered', 'childProgressFollowUp', review!.id)
const unscheduled = await createSession(ctx, {
  ...CreateSession.parse({ childId, providerId, startedAt: '2026-01-01T10:00:00Z' }),
  endedAt: new Date(Date.now() - 1_000),
  startedAt: new Date(Date.now() - 2_000),
})
await waitingFor(unscheduled.id)
const soap = { subjective: 'Recorded', objective: '', assessment: '', plan: '' }
await addSessionNote(ctx, { id: unscheduled.id, note: { ...soap, sign: true } })
await record('session-note-came', 'sessionFollowUp', unscheduled.id)

const { serviceId: withForm } = await createServiceWithForm(ctx)
await createAppointment(ctx, {
  childId,
  providerId,
  type: 'THERAPY_SESSION',
  serviceId: withForm,
  startsAt: new Date(moved.getTime() + 8 * DAY_MS),
})
const asked = await listFormResponses(ctx, { limit: 1, sort: '-createdAt', childId })
const { id: responseId } = asked.data[0]!
await waitingFor(responseId)
await submitFormResponse(ctx, { id: responseId, answers: { bad: false } })
await record('form-asked-then-submitted', 'formChase', responseId)
const consent = await grantConsent(ctx, {
  childId,
  kind: 'TREATMENT',
  grantedById: guardianId,
  grantedAt: new Date(Date.now() - DAY_MS),
  expiresAt: new Date(Date.now() + 90 * DAY_MS),
  evidence: 'recorded',
})
await waitingFor(consent.id)
await revokeConsent(ctx, { id: consent.id, reason: 'recorded' })
await record('consent-expiring-then-revoked', 'consentExpiry', consent.id)

const listed = await createService(
  ctx,
  CreateService.parse({ code: 'ON_LIST', name: 'On the list', durationMinutes: 45, amount: 8500 }),
)
const entries = []
for (const firstName of ['Aya', 'Ben']) {
  const person = { firstName, lastName: 'Marker-Surname', birthDate: '2021-04-30' }
  const waiting = await createChild(ctx, CreateChild.parse(person))
  const entry = { childId: waiting.id, serviceIds: [listed.id] }
  entries.push(await createWaitlistEntry(ctx, CreateWaitlistEntry.parse(entry)))
}
const given = await createAppointment(ctx, {
  childId,
  providerId,
  type: 'THERAPY_SESSION',
  startsAt: new Date(moved.getTime() + 7 * DAY_MS),
})
await cancelAppointment(ctx, { id: given.id, initiator: 'CLIENT', reason: 'recorded' })
const standing = () =>
  eventually(async () => {
    const query = { limit: 1, sort: '-createdAt' as const, status: ['OFFERED' as const] }
    return (await listWaitlistOffers(ctx, query)).data[0]
  })
await declineOffer(ctx, { id: (await standing()).id })
const { id: offerId, freedSlotId } = await standing()
await waitingFor(freedSlotId)
await acceptOffer(ctx, { id: offerId })
await record('waitlist-declined-then-booked', 'waitlistOffer', freedSlotId)
// A waiting family would be offered the slot that a hold frees, and that offer is a hold for hours.
await cancelWaitlistEntry(ctx, { id: entries[0]!.id })

const outside = await createChild(ctx, { ...infant, birthDate: dayBefore(700) })
const access = await createBreakGlassGrant(ctx, {
  childId: outside.id,
  providerId,
  reason: 'Recorded, in an emergency.',
  minutes: 5,
})
await waitingFor(access.id)
await reviewBreakGlassGrant(ctx, { id: access.id, review: { justified: true } })
await record('access-reviewed', 'breakGlassReview', access.id)
const restriction = await createProcessingRestriction(ctx, {
  childId: assessed.id,
  ground: 'OBJECTION',
  reason: 'Recorded.',
})
await liftProcessingRestriction(ctx, { id: restriction.id, lift: { reason: 'Recorded.' } })
await eventually(async () => {
  const query = { limit: 1, sort: '-createdAt', subject: restriction.id } as const
  return (await listFollowUps(ctx, query)).data[0]?.waitingOn === 'lift'
})
await cancelProcessingRestrictionLifting(ctx, { id: restriction.id })
await record('lifting-taken-back', 'restrictionLifting', restriction.id)

const { id: planId } = await createOnboardingPlan(
  ctx,
  CreateOnboardingPlan.parse({
    name: 'Recorded',
    requirements: [{ key: 'interview', kind: 'INTERVIEW', title: 'Recorded' }],
  }),
)
await publishOnboardingPlan(ctx, { id: planId })
const applying = StartProviderOnboarding.parse({
  planId,
  applicant: { name: 'Recorded', email: 'applicant@example.com' },
})
const { id: onboardingId } = await startProviderOnboarding(ctx, applying)
await eventually(async () => {
  const query = { limit: 1, sort: '-createdAt', subjectId: onboardingId } as const
  return (await listFollowUps(ctx, query)).data[0]?.waitingOn === 'centre'
})
await rejectProviderOnboarding(ctx, { id: onboardingId, reason: 'Recorded.' })
await record('onboarding-asked-then-rejected', 'providerOnboarding', onboardingId)

const family = { contactName: 'Recorded', contactEmail: 'family@example.com' }
const asking = CreateLead.parse({ source: 'EMAIL', ...family })
const { id: leadId } = await createLead(ctx, asking)
await eventually(async () => {
  const query = { limit: 1, sort: '-createdAt', subjectId: leadId } as const
  return (await listFollowUps(ctx, query)).data[0]?.waitingOn === 'reminder-3d'
})
await loseLead(ctx, { id: leadId, reason: 'WENT_ELSEWHERE' })
await eraseLead(ctx, { id: leadId })
await record('lead-asked-then-erased', 'leadQualification', leadId)

const slot = await createHold(ctx, {
  childId,
  providerId,
  type: 'THERAPY_SESSION',
  startsAt: new Date(moved.getTime() + 9 * DAY_MS),
  minutes: 1,
})
await eventually(async () => (await getHold(ctx, { id: slot.id })).status === 'EXPIRED')
await record('holds-expire-and-nothing-is-left', 'holdExpiry', tenantId)
