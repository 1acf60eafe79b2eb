import type { Centre } from '../support/centre.ts'
import { anOwner } from '../support/person.ts'
import {
  aFamily,
  anAppointment,
  aPractice,
  day,
  pay,
  untilListed,
  untilRecord,
} from '../support/records.ts'
import type { Scene, Story } from '../support/story.ts'

const REPORT = { description: 'Report', quantity: 1, unitAmount: 9500 }

const anOrder = async (centre: Centre, childId: string, more: object = {}): Promise<string> =>
  String((await centre.post('/v1/orders', { childId, lines: [REPORT], ...more }))['id'])

const anInsurer = async (centre: Centre): Promise<string> => {
  const address = { line1: 'Marktplatz 1', city: 'Hamburg', postalCode: '20095', country: 'DE' }
  const { id } = await centre.post('/v1/payers', { kind: 'INSURER', name: 'Insurance', address })
  return String(id)
}

const aLegalEntity = async (centre: Centre): Promise<string> => {
  const { id } = await centre.post('/v1/legal-entities', {
    numberPrefix: 'STORY',
    name: 'Sunrise Therapy GmbH',
    email: 'billing@sunrise.example',
    vatId: 'DE123456789',
    iban: 'DE02120300000000202051',
    address: { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' },
  })
  return String(id)
}

/** A provider with a payout account, a captured payment for a visit, and an owner as the second person. */
const aVisitToSettle = async (scene: Scene) => {
  const paid = await aPaidVisit(scene)
  await scene.centre.post(`/v1/appointments/${paid.appointmentId}/complete`)
  return paid
}

/** A visit to come that is paid, and a second person. */
const aPaidVisit = async ({ site, centre }: Scene) => {
  const [family, practice] = [await aFamily(centre), await aPractice(centre)]
  const { providerId, serviceId } = practice
  const second = await anOwner(site, centre)
  const shares = { platform: { percent: 10 }, provider: { percent: 70 }, centre: { percent: 20 } }
  const terms = { serviceId, currency: 'USD', startsOn: day(-2), shares }
  await centre.post('/v1/marketplace/split-terms', terms)
  const account = { providerId, holder: 'Ana Ruiz', gatewayAccountId: 'acct_sandbox_ok' }
  const { id: accountId } = await centre.post('/v1/payout-accounts', account)
  const { id: appointmentId } = await anAppointment(centre, { ...family, ...practice })
  const { id: orderId } = await centre.post('/v1/orders', { appointmentId })
  const { id: paymentId } = await pay(centre, String(orderId))
  const verify = `/v1/payout-accounts/${accountId}/verify`
  return { second, providerId, verify, appointmentId, paymentId }
}

export const moneyStories = (story: Story): void => {
  story('an order is paid by card, announced by webhook, and refunded', async (scene) => {
    const { site, centre, expect } = scene
    const told = await site.receiver.subscribe(centre, ['payment.succeeded', 'payment.refunded'])
    const { childId } = await aFamily(centre)
    const orderId = await anOrder(centre, childId)
    const payment = await pay(centre, orderId)
    expect(payment).toMatchObject({ amount: 9500, amountRefunded: 0 })
    await told.arrived('payment.succeeded', (data) => data['paymentId'] === payment['id'])
    const reason = 'The report was not written.'
    await centre.post(`/v1/payments/${payment['id']}/refunds`, { reason })
    await untilRecord(centre, `/v1/orders/${orderId}`, ({ status }) => status === 'REFUNDED')
    await told.arrived('payment.refunded', (data) => data['inFull'] === true)
    const more = `/v1/payments/${payment['id']}/refunds`
    expect(await centre.refused('POST', more, { amount: 1, reason })).toMatch(/^409 /)
  })

  story('an order of zero is paid as soon as it is created', async ({ centre, expect }) => {
    const order = { payerId: await anInsurer(centre), currency: 'EUR' }
    const lines = [{ ...REPORT, discount: { percent: 100 } }]
    const made = await centre.post('/v1/orders', { ...order, lines })
    expect(made).toMatchObject({ status: 'PAID', amount: 0 })
    expect((await centre.get('/v1/orders?status=OPEN'))['data']).toEqual([])
  })

  story('a late cancellation never keeps more than was paid', async ({ centre, expect }) => {
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    await centre.post('/v1/cancellation-policies', {
      name: 'Thirty days',
      locationId: practice.locationId,
      windows: [{ notice: 'P30D', fee: { amount: 9000 } }],
    })
    const { id: appointmentId } = await anAppointment(centre, { ...family, ...practice })
    const { id: orderId } = await centre.post('/v1/orders', { appointmentId })
    const paymentMethod = { type: 'CASH', id: 'Receipt 1' }
    await centre.post('/v1/payments', { orderId, amount: 4000, paymentMethod })
    const cancel = { initiator: 'CLIENT', reason: 'The child is ill' }
    const { fee } = await centre.post(`/v1/appointments/${appointmentId}/cancel`, cancel)
    // The policy charges 9,000, capped at the price of 8,500; 4,000 are paid.
    expect(fee).toMatchObject({ decision: 'PREPAID', amount: 4000, policyAmount: 8500, orderId })
  })

  story('a declined card leaves the order open', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    const orderId = await anOrder(centre, childId)
    const paymentMethod = { type: 'CARD', id: 'pm_sandbox_declined' }
    const { id } = await centre.post('/v1/payments', { orderId, paymentMethod })
    const failed = await untilRecord(
      centre,
      `/v1/payments/${id}`,
      (it) => it['status'] === 'FAILED',
    )
    expect(failed['failureCode']).toEqual(expect.any(String))
    expect(await centre.get(`/v1/orders/${orderId}`)).toMatchObject({ status: 'OPEN' })
  })

  story('a centre with its own Stripe account is paid there', async ({ site, centre, expect }) => {
    await centre.post('/v1/payment-accounts', {
      kind: 'STRIPE',
      name: 'Stripe',
      publishableKey: 'pk_test_51HxKpq0123456789',
      secretKey: 'sk_test_51HxKpq0123456789',
      webhookSecret: 'whsec_0123456789abcdef0123',
    })
    const { childId } = await aFamily(centre)
    const before = site.stripe.captured()
    const payment = await pay(centre, await anOrder(centre, childId), 'pm_card_visa')
    expect(payment).toMatchObject({ status: 'SUCCEEDED', amount: 9500 })
    expect(site.stripe.captured() - before).toBe(9500)
  })

  story('an order is paid in parts, in cash and by an insurer', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    const orderId = await anOrder(centre, childId)
    const cash = { orderId, amount: 500, paymentMethod: { type: 'CASH', id: 'Receipt 118' } }
    expect(await centre.post('/v1/payments', cash)).toMatchObject({ status: 'SUCCEEDED' })
    expect(await centre.get(`/v1/orders/${orderId}`)).toMatchObject({ amountOutstanding: 9000 })
    await centre.post('/v1/payments', {
      orderId,
      paymentMethod: { type: 'INSURER', id: 'Claim 1' },
    })
    expect(await centre.get(`/v1/orders/${orderId}`)).toMatchObject({ status: 'PAID' })
  })

  story(
    'evidence is submitted for a disputed payment, and the dispute is won',
    async ({ centre, expect }) => {
      const { childId } = await aFamily(centre)
      const { id } = await pay(centre, await anOrder(centre, childId), 'pm_sandbox_disputed')
      const dispute = await untilListed(centre, `/v1/disputes?paymentId=${id}`)
      const texts = [{ kind: 'SERVICE_DESCRIPTION', text: 'A report. winning_evidence' }]
      await centre.post(`/v1/disputes/${dispute['id']}/evidence`, { texts })
      const path = `/v1/disputes/${dispute['id']}`
      expect(await untilRecord(centre, path, ({ status }) => status === 'WON')).toBeTruthy()
    },
  )

  story('an invoice is issued with an e-invoice, and credited', async ({ centre, expect }) => {
    const [legalEntityId, payerId] = [await aLegalEntity(centre), await anInsurer(centre)]
    const { id: orderId } = await centre.post('/v1/orders', {
      payerId,
      currency: 'EUR',
      lines: [{ ...REPORT, unitAmount: 10_000, discount: { percent: 10 }, taxRate: 19 }],
    })
    const { id } = await centre.post('/v1/invoices', { orderIds: [orderId], legalEntityId })
    const issued = await centre.post(`/v1/invoices/${id}/issue`)
    expect(issued).toMatchObject({ status: 'ISSUED', netAmount: 9000, taxAmount: 1710 })
    const pdf = await centre.send('GET', `/v1/invoices/${id}/invoice.pdf`)
    expect(pdf.text.startsWith('%PDF-1.')).toBe(true)
    const xml = await centre.send('GET', `/v1/invoices/${id}/e-invoice.xml`)
    expect(xml.text).toContain('CrossIndustryInvoice')
    const note = await centre.post(`/v1/invoices/${id}/credit`, { reason: 'Billed twice.' })
    expect(note).toMatchObject({ kind: 'CREDIT_NOTE', amount: 10_710 })
  })

  story('an unpaid invoice is dunned, and dunning stops while it is disputed', async (scene) => {
    const { centre, expect } = scene
    const [legalEntityId, payerId] = [await aLegalEntity(centre), await anInsurer(centre)]
    const level = { daysAfterDue: 7, text: null, fee: null }
    await centre.patch(`/v1/legal-entities/${legalEntityId}`, { dunningLevels: [level] })
    const order = { payerId, currency: 'EUR', lines: [REPORT] }
    const { id: orderId } = await centre.post('/v1/orders', order)
    const { id } = await centre.post('/v1/invoices', { orderIds: [orderId], legalEntityId })
    await centre.post(`/v1/invoices/${id}/issue`)
    const { steps } = await untilListed(centre, `/v1/follow-ups?subjectId=${id}`)
    expect(JSON.stringify(steps)).toContain('reminder-1')
    const { id: dunningId } = await untilListed(centre, `/v1/dunnings?invoiceId=${id}`)
    const held = await centre.post(`/v1/dunnings/${dunningId}/hold`, {
      reason: 'DISPUTED',
      note: 'No report.',
    })
    expect(held).toMatchObject({ status: 'HELD' })
  })

  story('a statement shows what a payer owes', async ({ centre, expect }) => {
    const payerId = await anInsurer(centre)
    await centre.post('/v1/orders', { payerId, currency: 'EUR', lines: [REPORT] })
    const path = `/v1/payers/${payerId}/statement`
    const statement = await centre.get(`${path}?currency=EUR&startsOn=${day(-1)}`)
    expect(statement).toMatchObject({ openingBalance: 0, closingBalance: 9500 })
    const pdf = await centre.send('GET', `${path}.pdf?currency=EUR&startsOn=${day(-1)}`)
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  })

  story(
    'a discount code reduces an order as often as its limit allows',
    async ({ centre, expect }) => {
      await centre.post('/v1/discount-codes', { code: 'STORY-10', percent: 10, maxUses: 1 })
      const { childId } = await aFamily(centre)
      const discounted = { childId, lines: [REPORT], discountCode: 'STORY-10' }
      expect(await centre.post('/v1/orders', discounted)).toMatchObject({ amount: 8550 })
      expect(await centre.refused('POST', '/v1/orders', discounted)).toMatch(/^4\d\d discount_code/)
    },
  )

  story(
    'sessions are bought in advance and transferred to a sibling',
    async ({ centre, expect }) => {
      const { childId, clientId } = await aFamily(centre)
      const bought = { kind: 'PACKAGE', package: { sessions: 10, validMonths: 12 } }
      const line = { description: 'Ten sessions', quantity: 1, unitAmount: 85_000, ...bought }
      const orderId = await anOrder(centre, childId, { lines: [line] })
      const { id, balance } = await untilListed(centre, `/v1/session-packages?orderId=${orderId}`)
      expect(balance).toBe(10)
      const sibling = { firstName: 'Tom', lastName: 'Weiss', birthDate: '2019-01-02' }
      const { id: siblingId } = await centre.post('/v1/children', sibling)
      await centre.post('/v1/guardianships', {
        childId: siblingId,
        clientId,
        relationship: 'mother',
      })
      await centre.post(`/v1/session-packages/${id}/transfer`, { childId: siblingId, sessions: 4 })
      expect(await centre.get(`/v1/session-packages/${id}`)).toMatchObject({ balance: 6 })
    },
  )

  story('a prepayment becomes credit, which pays the next order', async ({ centre, expect }) => {
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    const { locationId } = practice
    await centre.post('/v1/cancellation-policies', {
      name: 'Credit',
      locationId,
      windows: [{ notice: 'P30D', fee: { percent: 20 } }],
      prepaid: 'CREDIT',
    })
    const { id: appointmentId } = await anAppointment(centre, { ...family, ...practice })
    const { id: orderId } = await centre.post('/v1/orders', { appointmentId })
    await pay(centre, String(orderId))
    await centre.post(`/v1/appointments/${appointmentId}/cancel`, {
      initiator: 'CLIENT',
      reason: 'Ill',
    })
    const credit = await untilListed(centre, `/v1/credit-balances?clientId=${family.clientId}`)
    expect(credit).toMatchObject({ balance: 6800 })
    const lines = [{ ...REPORT, unitAmount: 6800 }]
    const next = await anOrder(centre, family.childId, { lines })
    await centre.post('/v1/payments', {
      orderId: next,
      paymentMethod: { type: 'CREDIT', id: credit['id'] },
    })
    await untilRecord(centre, `/v1/orders/${next}`, ({ status }) => status === 'PAID')
  })

  story('a provider is paid their share once a second person has approved', async (scene) => {
    const { centre, expect } = scene
    const { second, providerId, verify, paymentId } = await aVisitToSettle(scene)
    expect(await centre.refused('POST', verify)).toBe('403 second_person_required')
    await second.post(verify)
    const settled = { providerId, paymentIds: [paymentId] }
    const settlement = await centre.post('/v1/marketplace/settlements', settled)
    expect(settlement).toMatchObject({ gross: 8500, provider: 5950, platform: 850, centre: 1700 })
    const path = `/v1/marketplace/settlements/${settlement['id']}`
    expect(await centre.refused('POST', `${path}/approve`)).toBe('403 second_person_required')
    await second.post(`${path}/approve`)
    await untilRecord(centre, path, ({ status }) => status === 'PAID')
  })

  story('the only person of a centre verifies an account alone, after a wait', async (scene) => {
    const { site, centre, expect } = scene
    const owner = await anOwner(site, centre)
    const { providerId } = await aPractice(centre)
    const account = { providerId, holder: 'Olga Kern', gatewayAccountId: 'acct_sandbox_ok' }
    const { id, approvableAloneAt: none } = await owner.post('/v1/payout-accounts', account)
    expect(none).toBe(null)
    const path = `/v1/payout-accounts/${id}`
    const refused = async () => {
      const { status, body } = await owner.send('POST', `${path}/verify`)
      expect([status, body['code'], body['others']]).toEqual([403, 'second_person_required', 0])
      return body
    }
    expect((await refused())['detail']).toContain('soleApprovals')
    const allowed = { soleApprovals: true, soleApprovalsWaitHours: 2 }
    expect(await centre.refused('PATCH', '/v1/organization', allowed)).toBe('403 insufficient_role')
    await owner.patch('/v1/organization', allowed)
    const { approvableAloneAt } = await owner.get(path)
    const minutes = (Date.parse(String(approvableAloneAt)) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(110)
    expect(await refused()).toMatchObject({ approvableAloneAt })
    const second = await anOwner(site, centre)
    const { body } = await owner.send('POST', `${path}/verify`)
    expect(body).toMatchObject({ code: 'second_person_required', others: 1 })
    expect(await second.post(`${path}/verify`)).toMatchObject({
      status: 'VERIFIED',
      approvedAlone: false,
      approvableAloneAt: null,
    })
  })

  story('a provider is paid for a visit after it took place, not before', async (scene) => {
    const { centre, expect } = scene
    const { second, providerId, verify, appointmentId, paymentId } = await aPaidVisit(scene)
    await second.post(verify)
    const asked = { providerId, paymentIds: [paymentId] }
    const early = await centre.refused('POST', '/v1/marketplace/settlements?dryRun=true', asked)
    expect(early).toBe('409 payment_not_delivered')
    await centre.post(`/v1/appointments/${appointmentId}/complete`)
    const { id } = await centre.post('/v1/marketplace/settlements', asked)
    const path = `/v1/marketplace/settlements/${id}`
    await second.post(`${path}/approve`)
    await untilRecord(centre, path, ({ status }) => status === 'PAID')
    const { data } = await centre.get(`${path}/lines`)
    expect(data).toMatchObject([{ recognition: 'DELIVERY', gross: 8500 }])
  })

  story('the platform is paid its share of settlements by two people', async (scene) => {
    const { centre, expect } = scene
    const { second, providerId, verify, paymentId } = await aVisitToSettle(scene)
    await second.post(verify)
    const settled = { providerId, paymentIds: [paymentId] }
    const { id } = await centre.post('/v1/marketplace/settlements', settled)
    await second.post(`/v1/marketplace/settlements/${id}/approve`)
    const path = `/v1/marketplace/settlements/${id}`
    await untilRecord(centre, path, ({ status }) => status === 'PAID')
    const owed = async () => {
      const { lines } = await centre.get('/v1/trial-balance')
      return lines.find((it: { kind: string }) => it.kind === 'PLATFORM_PAYABLE').balance
    }
    expect(await owed()).toBe(-850)
    const payout = await centre.post('/v1/marketplace/platform-payouts', {
      reference: 'Invoice 2026-118',
    })
    expect(payout).toMatchObject({ status: 'DRAFT', amount: 850, settlements: 1 })
    const approval = `/v1/marketplace/platform-payouts/${payout['id']}/approve`
    expect(await centre.refused('POST', approval)).toBe('403 second_person_required')
    expect(await second.post(approval)).toMatchObject({ status: 'PAID' })
    expect(await owed()).toBe(0)
  })

  story('a visit is recorded late, until its period is locked', async (scene) => {
    const { centre, expect } = scene
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    const { childId } = family
    const { providerId, serviceId } = practice
    const override = { rules: ['late_entry'], reason: 'The system was down.' }
    const visit = (time: string) => ({
      childId,
      providerId,
      serviceId,
      startsAt: `${day(-3)}T${time}:00Z`,
      override,
    })
    const entered = await centre.post('/v1/appointments', visit('15:00'))
    expect(entered).toMatchObject({ status: 'COMPLETED', lateEntry: true })
    const { data } = await centre.get(`/v1/sessions?appointmentId=${entered['id']}`)
    expect(data).toHaveLength(1)
    await pay(centre, await anOrder(centre, childId))

    const lock = { lockedThroughOn: day(-2), reason: 'Handed to the tax adviser.' }
    await centre.post('/v1/period-locks', lock)
    const late = visit('17:00')
    expect(await centre.refused('POST', '/v1/appointments', late)).toBe('409 period_locked')
    const undo = `/v1/appointments/${entered['id']}/undo`
    expect(await centre.refused('POST', undo, {})).toBe('409 period_locked')
    const unlock = { lockedThroughOn: null, reason: 'A visit was forgotten.' }
    await centre.post('/v1/period-locks/unlock', unlock)
    await centre.post('/v1/appointments', late)
  })

  story(
    'part of a settlement is held back, released, and paid with the next one',
    async (scene) => {
      const { centre, expect } = scene
      const { second, providerId, verify, paymentId } = await aVisitToSettle(scene)
      await second.post(verify)
      const settle = async (what: object) => {
        const settlement = await centre.post('/v1/marketplace/settlements', { providerId, ...what })
        const path = `/v1/marketplace/settlements/${settlement['id']}`
        await second.post(`${path}/approve`)
        return untilRecord(centre, path, ({ status }) => status === 'PAID')
      }
      const holdBack = { amount: 500, days: 30, reason: 'A complaint is looked into.' }
      const first = await settle({ paymentIds: [paymentId], holdBack })
      expect(first).toMatchObject({ provider: 5950, withheld: 500 })
      const { data } = await centre.get(`/v1/marketplace/reserves?settlementId=${first['id']}`)
      expect(data).toMatchObject([{ status: 'HELD', amount: 500, released: 0 }])
      const reserve = `/v1/marketplace/reserves/${data[0].id}`
      expect(await centre.post(`${reserve}/release`)).toMatchObject({ status: 'DUE' })
      expect(await settle({ startsOn: day(-3), endsOn: day(-2) })).toMatchObject({ released: 500 })
      expect(await centre.get(reserve)).toMatchObject({ status: 'RELEASED', released: 500 })
    },
  )

  story('a family gets a superbill for the sessions it paid', async ({ centre, expect }) => {
    const [family, practice] = [await aFamily(centre), await aPractice(centre)]
    const legalEntityId = await aLegalEntity(centre)
    const { childId, clientId } = family
    const asked = { childId, clientId, legalEntityId, startsOn: day(0), endsOn: day(40) }
    expect(await centre.refused('POST', '/v1/superbills', asked)).toBe('409 no_paid_sessions')
    const { id: appointmentId } = await anAppointment(centre, { ...family, ...practice })
    for (const step of ['check-in', 'start', 'complete'])
      await centre.post(`/v1/appointments/${appointmentId}/${step}`)
    const { id: orderId } = await centre.post('/v1/orders', { appointmentId })
    await pay(centre, String(orderId))
    const diagnosis = { childId, code: 'F80.2', description: 'Language disorder', main: true }
    const { id: diagnosisId } = await centre.post('/v1/diagnoses', diagnosis)
    const bill = await centre.post('/v1/superbills', asked)
    await centre.post(`/v1/diagnoses/${diagnosisId}/resolve`, {})
    expect(await centre.get(`/v1/superbills/${bill['id']}`)).toMatchObject({
      diagnosisCodes: ['F80.2'],
      amount: 8500,
      paidAmount: 8500,
      patient: { name: 'Lena Weiss', paidBy: 'Mara Weiss' },
      lines: [{ orderId, serviceCode: 'THERAPY_SESSION', providerName: 'Ana Ruiz' }],
    })
    const pdf = await centre.send('GET', `/v1/superbills/${bill['id']}/superbill.pdf`)
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  })

  story('a family pays a deposit, and the remainder is refunded', async (scene) => {
    const { site, centre, expect } = scene
    const told = await site.receiver.subscribe(centre, ['credit.prepaid', 'credit.paid_out'])
    const { clientId } = await aFamily(centre)
    const prepaid = { clientId, amount: 9500, method: 'CASH', reference: 'Receipt 14' }
    const { id } = await centre.post('/v1/credit-balances', prepaid)
    expect(await told.arrived('credit.prepaid')).toMatchObject({ clientId })
    const payout = {
      amount: 4500,
      method: 'PAYOUT_ACCOUNT',
      destination: 'acct_sandbox_ok',
      reason: 'The family moves away.',
    }
    const path = `/v1/credit-balances/${id}/payouts`
    expect(await centre.post(`${path}?dryRun=true`, payout)).toMatchObject({ dryRun: true })
    expect(await centre.get(`/v1/credit-balances/${id}`)).toMatchObject({ balance: 9500 })
    const { id: payoutId } = await centre.post(path, payout)
    const isOver = ({ status }: { status?: string }) => status === 'SUCCEEDED'
    await untilRecord(centre, `/v1/credit-payouts/${payoutId}`, isOver)
    await told.arrived('credit.paid_out')
    expect(await centre.get(`/v1/credit-balances/${id}`)).toMatchObject({ balance: 5000 })
    expect(await centre.refused('POST', path, { ...payout, amount: 5001 })).toBe(
      '409 credit_exceeded',
    )
  })

  story('an uncollectible amount is written off', async ({ centre, expect }) => {
    const [legalEntityId, payerId] = [await aLegalEntity(centre), await anInsurer(centre)]
    const order = { payerId, currency: 'EUR', lines: [REPORT] }
    const { id: orderId } = await centre.post('/v1/orders', order)
    const { id } = await centre.post('/v1/invoices', { orderIds: [orderId], legalEntityId })
    await centre.post(`/v1/invoices/${id}/issue`)
    await centre.post(`/v1/invoices/${id}/write-off`, { reason: 'They are insolvent.' })
    expect(await centre.get(`/v1/orders/${orderId}`)).toMatchObject({ status: 'WRITTEN_OFF' })
  })

  story('one capture pays several orders, which are refunded one by one', async (scene) => {
    const { centre, expect } = scene
    const { childId } = await aFamily(centre)
    const [first, second] = [await anOrder(centre, childId), await anOrder(centre, childId)]
    const { id } = await centre.post('/v1/payments', {
      allocations: [
        { orderId: first, amount: 9500 },
        { orderId: second, amount: 500 },
      ],
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    await untilRecord(centre, `/v1/orders/${first}`, ({ status }) => status === 'PAID')
    const { data } = await centre.get(`/v1/payments?capturedWithId=${id}`)
    expect(data.map((it: { amount: number }) => it.amount).toSorted()).toEqual([500, 9500])
    expect(await centre.get(`/v1/orders/${second}`)).toMatchObject({ amountOutstanding: 9000 })
  })

  story('the books balance after an order, a payment and a refund', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    const orderId = await anOrder(centre, childId)
    const { id } = await pay(centre, orderId)
    await centre.post(`/v1/payments/${id}/refunds`, { amount: 500, reason: 'A courtesy' })
    await untilRecord(centre, `/v1/payments/${id}`, (it) => it['amountRefunded'] === 500)
    const { lines } = await centre.get('/v1/trial-balance?currency=USD')
    const sum = (of: 'debits' | 'credits') =>
      (lines as Record<typeof of, number>[]).reduce((total, line) => total + line[of], 0)
    expect(lines.length).toBeGreaterThan(1)
    expect(sum('debits')).toBe(sum('credits'))
  })
}
