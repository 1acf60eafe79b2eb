import { MockActivityEnvironment } from '@temporalio/testing'
import { recordDispute } from '#payments/disputes/record-dispute.ts'
import { settleDispute } from '#payments/disputes/settle-dispute.ts'
import { getPayment } from '#payments/payments/queries.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { createRefund } from '#payments/refunds/create-refund.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import type { Settlement } from '#payouts/settlements/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { ActivityDeps } from '../../../activities/activity-deps.ts'
import { createActivities } from '../../../activities/index.ts'
import { createSandboxGateway } from '../../../providers/payments/sandbox.ts'
import { create, newChild, newLocation, newProvider, newService } from '../../resources/centre.ts'
import { DISPUTE_STATE } from '../../contract/world/billing.ts'
import { joinAs } from '../../staff/support.ts'
import type { TestApi } from '../../support/api.ts'
import { payTo } from '../payout-accounts/pay-to.ts'
import { createTestDeliveries } from '../../workflows/support.ts'

const SHARES = {
  platform: { percent: 10 },
  provider: { percent: 70 },
  centre: { percent: 20 },
}

/** A centre with a provider whose appointments are paid, a requesting key, and an approving owner. */
export const openMarket = async (api: TestApi, deps: Pick<ActivityDeps, 'stripeUrl'> = {}) => {
  let client = await api.createTenant()
  let approver = await joinAs(api, client, { roles: ['OWNER'] })
  const ctx = systemContext(api.services.platform, { tenantId: client.tenantId, action: 'test' })
  const { id: locationId } = await newLocation(client)
  const { id: providerId } = await newProvider(client, { locationIds: [locationId] })
  const { id: childId } = await newChild(client)
  const activities = createActivities({
    platform: api.services.platform,
    deliveries: createTestDeliveries(api.services.platform),
    gateway: createSandboxGateway(),
    ...deps,
  })
  let day = 0

  /** Moves the clock, and signs everybody in again. */
  const at = async (instant: string): Promise<void> => {
    api.clock.set(instant)
    client = await api.createClient(client.tenantId)
    approver = await joinAs(api, client, { roles: ['OWNER'] })
  }

  const terms = (more = {}) =>
    create(client, '/v1/marketplace/split-terms', {
      currency: 'EUR',
      startsOn: '2026-01-01',
      shares: SHARES,
      ...more,
    })

  /** The order of a visit to the provider, which took place. */
  const order = async (amount: number, currency = 'EUR'): Promise<string> => {
    const { appointmentId, orderId } = await visit(amount, currency)
    await complete(appointmentId)
    return orderId
  }

  const complete = (id: string) => client.post(`/v1/appointments/${id}/complete`)

  /** A visit that is booked with the provider, and its order. */
  const visit = async (amount: number, currency = 'EUR') => {
    const code = `SERVICE_${(day += 1)}`
    const { id: serviceId } = await newService(client, { code, name: code, amount, currency })
    const { id: appointmentId } = await create(client, '/v1/appointments', {
      childId,
      providerId,
      serviceId,
      type: 'THERAPY_SESSION',
      startsAt: `2026-12-${String(day).padStart(2, '0')}T10:00:00+01:00`,
    })
    return { appointmentId, orderId: (await create(client, '/v1/orders', { appointmentId })).id }
  }

  /** A captured payment of an order, for the outstanding amount or a part. */
  const payPart = async (orderId: string, part: { amount?: number } = {}): Promise<string> => {
    const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' }
    const { id } = await create(client, '/v1/payments', { orderId, paymentMethod, ...part })
    await settlePayment(ctx, { id, result: { outcome: 'SUCCEEDED', reference: id } })
    return id
  }
  const pay = async (amount: number, currency?: string) => payPart(await order(amount, currency))

  const refund = async (paymentId: string, amount: number) => {
    const { id } = await createRefund(ctx, { id: paymentId, amount, reason: 'Ill.' })
    await settleRefund(ctx, { id: id!, result: { outcome: 'SUCCEEDED', reference: id! } })
    return id!
  }

  /** The bank returns it days after the gateway reported success. */
  const comeBack = (id: string) =>
    settleRefund(ctx, {
      id,
      result: { outcome: 'FAILED', failureCode: 'expired_or_canceled_card' },
    })

  /** A full dispute by the bank, and its status. */
  const dispute = async (paymentId: string, status: 'NEEDS_RESPONSE' | 'LOST') => {
    const { amount: amountMinor } = await getPayment(ctx, { id: paymentId })
    const moved = { amountMinor, withdrawnMinor: amountMinor, withheldMinor: amountMinor }
    const state = { ...DISPUTE_STATE, ...moved, fee: null, status }
    const { id } = await recordDispute(ctx, { paymentId, state })
    await settleDispute(ctx, { id, state })
    return id
  }

  const payoutAccountId = await payTo(ctx, providerId, 'acct_sandbox_ok')

  const request = (more = {}) => ({ providerId, ...more })
  const settle = (paymentIds: string[], more = {}) =>
    create(client, '/v1/marketplace/settlements', request({ paymentIds, ...more }))
  const path = (id: string, verb = '') => `/v1/marketplace/settlements/${id}${verb && `/${verb}`}`
  const get = async (id: string) => (await client.get<Settlement>(path(id))).body
  const approve = (id: string) => approver.post<Settlement>(path(id, 'approve'))

  type Step =
    | 'transferSettlement'
    | 'payOutSettlement'
    | 'reverseSettlementTransfer'
    | 'endSettlement'
  const run = (step: Step, id: string): Promise<boolean | void> =>
    new MockActivityEnvironment().run(activities[step], {
      tenantId: client.tenantId,
      subjectId: id,
    })

  /** Approves it and runs its workflow, each step twice. */
  const payOut = async (id: string) => {
    await approve(id)
    const twice = async (step: Step) => {
      const result = await run(step, id)
      await run(step, id)
      return result
    }
    const isPaid = (await twice('transferSettlement')) && (await twice('payOutSettlement'))
    if (!isPaid) await twice('reverseSettlementTransfer')
    await twice('endSettlement')
    return get(id)
  }

  const eventsOf = async (id: string) =>
    (
      await api.query<{ type: string; payload: Record<string, unknown> }>(
        `SELECT type, payload FROM outbox WHERE subject_id = $1 AND kind = 'event' ORDER BY seq`,
        [id],
      )
    ).map(({ type, payload }) => [type, payload['inFull'] ?? null])

  /** Templates of its messages. */
  const mailed = async (id: string) =>
    (
      await api.query<{ template: string }>('SELECT template FROM messages WHERE subject_id = $1', [
        id,
      ])
    ).map(({ template }) => template)

  /** Balances of the ledger by kind. */
  const books = async () => {
    const { body } = await client.get<{ lines: { kind: string; balance: number }[] }>(
      '/v1/trial-balance',
    )
    return Object.fromEntries(body.lines.map(({ kind, balance }) => [kind, balance]))
  }

  return {
    get client() {
      return client
    },
    get approver() {
      return approver
    },
    at,
    ctx,
    providerId,
    payoutAccountId,
    terms,
    visit,
    complete,
    order,
    payPart,
    pay,
    refund,
    comeBack,
    dispute,
    request,
    settle,
    path,
    get,
    approve,
    run,
    payOut,
    eventsOf,
    mailed,
    books,
  }
}
