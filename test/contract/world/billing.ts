import type { Json, Records } from './records.ts'
import type { People } from './people.ts'
import type { Scheduling } from './scheduling.ts'

/** What is charged and authorized. */
export const createBilling = (
  { make }: Records,
  { child }: People,
  { appointment }: Scheduling,
) => {
  const newTreatmentCycle = async (): Promise<Json> => ({
    childId: (await child()).id,
    payer: 'Public insurance',
    authorized: 20,
    startsOn: '2026-09-01',
    endsOn: '2027-02-28',
  })

  const treatmentCycle = async () => make('/v1/treatment-cycles', await newTreatmentCycle())

  const order = async () => make('/v1/orders', { appointmentId: (await appointment()).id })

  const payment = async () =>
    make('/v1/payments', {
      orderId: (await order()).id,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })

  return { newTreatmentCycle, treatmentCycle, order, payment }
}
