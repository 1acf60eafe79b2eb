import { rollUp } from '#analytics/rollups/roll-up.ts'
import type { Made, World } from '../../contract/world.ts'
import type { TestApi } from '../../support/api.ts'

/** The queries find records on this day. */
export const ASKED_AT = '2027-02-01T09:00:00Z'

/** A past appointment that took place. */
const visit = async (api: TestApi, world: World): Promise<Made> => {
  const made = await world.appointment()
  await api.query(
    `UPDATE appointments SET status = 'COMPLETED', starts_at = '2027-01-20T09:00Z', ends_at = '2027-01-20T10:00Z',
       busy_from = '2027-01-20T09:00Z', busy_until = '2027-01-20T10:00Z'
     WHERE tenant_id = $1 AND id = $2`,
    [world.client.tenantId, made.id],
  )
  return made
}

const bookedFor = async (world: World, startsAt: string) => {
  const { id: serviceId } = await world.service()
  const booking = { ...(await world.booking()), serviceId, startsAt }
  return world.make('/v1/appointments', booking)
}

/** Creates records for each query to find. */
export const recordsOfQueries = (
  api: TestApi,
): Record<string, (world: World) => Promise<unknown>> => ({
  appointments_of_tomorrow_without_form: (world) => bookedFor(world, '2027-02-02T10:00:00+01:00'),
  appointments_without_note: (world) => visit(api, world),
  children_due_for_assessment: async (world) => {
    const { childId } = await world.assessmentSchedule()
    const { id: clientId } = await world.family()
    await world.client.patch(`/v1/clients/${clientId}`, { email: 'mara@example.com' })
    await world.make('/v1/guardianships', {
      childId: childId as string,
      clientId,
      relationship: 'mother',
      legal: true,
    })
  },
  children_without_next_appointment: (world) => visit(api, world),
  completed_appointments: (world) => visit(api, world),
  early_intervention_deadlines_near: (world) => world.program(),
  goals_without_progress: (world) => world.goal(),
  leads_waiting: (world) => world.lead(),
  location_figures: async (world) => {
    await visit(api, world)
    await rollUp(api.services.platform)
  },
  onboardings_waiting: (world) => world.onboarding(),
  programs_without_check_in: (world) => world.program(),
  tasks_overdue: async (world) =>
    world.make('/v1/tasks', { ...(await world.newTask()), dueAt: '2026-12-01T09:00:00Z' }),
  unpaid_orders: (world) => world.order(),
  waitlist_entries: (world) => world.waitlistEntry(),
})
