import { createRefund } from '#payments/refunds/create-refund.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import type { CancellationLine } from '#scheduling/cancellations/cancellation-line.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import type { FollowUp } from '#messaging/follow-ups/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { AppointmentOutcome } from '#scheduling/appointments/schemas.ts'
import { create, newAppointment, newClient, type Page } from '../../resources/centre.ts'
import type { ApiClient, TestApi } from '../../support/api.ts'

const KIND = 'appointmentCancellation'

/** A family's payments for an appointment of 85.00, and the centre's policy. */
export interface Case {
  policy?: object
  /** No client is charged. */
  ofNobody?: boolean
  payments: readonly { amount?: number; method?: object }[]
}

const CARD = { type: 'CARD', id: 'pm_sandbox_ok' }

/** A centre with an ordered and paid appointment. */
export const openCase = async (api: TestApi, { policy, ofNobody, payments }: Case) => {
  const client = await api.createTenant()
  const ctx = systemContext(api.services.platform, { tenantId: client.tenantId, action: 'test' })
  const { id: appointmentId, childId, ...made } = await newAppointment(client)
  const { id: clientId } = await newClient(client)
  const tie = { childId, clientId, relationship: 'mother', billing: true }
  if (!ofNobody) await create(client, '/v1/guardianships', tie)
  if (policy) await create(client, '/v1/cancellation-policies', { name: 'Ours', ...policy })
  const { id: orderId } = await create(client, '/v1/orders', { appointmentId })

  const begin = async (amount?: number, paymentMethod: object = CARD): Promise<string> =>
    (
      await create(client, '/v1/payments', {
        orderId,
        paymentMethod,
        ...(amount !== undefined && { amount }),
      })
    ).id
  const capture = (id: string) =>
    settlePayment(ctx, { id, result: { outcome: 'SUCCEEDED', reference: id } })
  const paymentIds: string[] = []
  for (const { amount, method = CARD } of payments) {
    const id = await begin(amount, method)
    if (method === CARD) await capture(id)
    paymentIds.push(id)
  }

  const verb = <Body>(name: string, body: object = {}) =>
    client.post<Body>(`/v1/appointments/${appointmentId}/${name}`, body)
  const cancel = async (dryRun = false, more: object = {}) => {
    const query = dryRun ? '?dryRun=true' : ''
    const answer = await verb<AppointmentOutcome>(`cancel${query}`, {
      initiator: 'CLIENT',
      reason: 'The child is ill',
      ...more,
    })
    return answer.body.consequences
  }

  const refunds = async () => (await client.get<Page>('/v1/refunds?limit=100')).body.data
  /** The gateway's responses to refunds. */
  const answerRefunds = async (failureCode?: string) => {
    for (const { id, status } of await refunds())
      if (status === 'PROCESSING')
        await settleRefund(ctx, {
          id,
          result:
            failureCode === undefined
              ? { outcome: 'SUCCEEDED', reference: id }
              : { outcome: 'FAILED', failureCode, reference: id },
        })
  }

  /** Plans and runs due steps, each twice, with responses of the gateway. */
  const follow = async (failureCode?: string) => {
    const ref = { kind: KIND, subjectId: appointmentId } as const
    for (let step = 0; step < 20; step += 1) {
      const { next } = await planSteps(ctx, ref)
      if (!next || Date.parse(next.dueAt) > api.clock.now().getTime()) return
      const run = { ...ref, step: next.step, dueAt: new Date(next.dueAt) }
      await runStep(ctx, run)
      await runStep(ctx, run)
      await answerRefunds(failureCode)
    }
    throw new Error('there is always something due')
  }
  const followUp = async () => {
    const path = `/v1/follow-ups?subjectId=${appointmentId}&kind=APPOINTMENT_CANCELLATION`
    return (await client.get<{ data: FollowUp[] }>(path)).body.data[0]!
  }
  const asked = async () =>
    (await followUp()).steps.flatMap(({ step, actionRequired }) =>
      actionRequired === null ? [] : [[step, actionRequired]],
    )
  const giveBack = (id: string, amount?: number) =>
    createRefund(ctx, { id, reason: 'Decided.', ...(amount !== undefined && { amount }) })
  const order = async () =>
    (
      await client.get<{ status: string; amount: number; amountPaid: number }>(
        `/v1/orders/${orderId}`,
      )
    ).body

  return {
    client,
    ctx,
    appointmentId,
    providerId: (made['provider'] as { id: string }).id,
    clientId,
    orderId,
    paymentIds,
    begin,
    capture,
    verb,
    cancel,
    refunds,
    answerRefunds,
    follow,
    followUp,
    asked,
    giveBack,
    order,
  }
}
export type Cancelled = Awaited<ReturnType<typeof openCase>>

/** The outcome for the money, from records alone, in the words of a dry run. */
export const outcomeOf = async (it: Cancelled): Promise<CancellationLine[]> => {
  const line = (step: CancellationLine['step'], amount: number) => ({
    step,
    amount,
    currency: 'EUR',
  })
  const moved = (await it.refunds())
    .filter(({ status }) => status === 'SUCCEEDED')
    .map(({ method, amount }) => line(method === 'CREDIT' ? 'CREDIT' : 'REFUND', amount as number))
  const open = (await it.followUp()).steps
    .filter(({ actionRequired }) => actionRequired !== null)
    .map(({ step, outcome }) =>
      line(
        step.startsWith('hand-back') ? 'HAND_BACK' : 'DECIDE',
        Number(/^\d+/.exec(outcome!)![0]),
      ),
    )
  const { status, amount, amountPaid } = await it.order()
  return [
    ...moved.toReversed(),
    ...open,
    ...(status === 'CANCELLED' && amountPaid < amount
      ? [line('WITHDRAWAL', amount - amountPaid)]
      : []),
  ]
}

/** Non-zero ledger balances by kind of account. */
export const booksOf = async (client: ApiClient) => {
  const { data } = (await client.get<Page>('/v1/ledger-accounts?limit=100')).body
  const open = data.filter(({ balance }) => balance !== 0)
  return Object.fromEntries(open.map(({ kind, balance }) => [kind, balance as number]))
}
