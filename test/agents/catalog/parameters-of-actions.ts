import { makeRecord } from '../../contract/scenarios.ts'
import type { Json, World } from '../../contract/world.ts'
import type { TestApi } from '../../support/api.ts'

const MESSAGE = { subject: 'Your next appointment', text: 'Please call us.' }

/** A guardian of the child with an e-mail address. */
const giveGuardian = async (world: World, childId: string) => {
  const { id: clientId } = await world.make('/v1/clients', {
    name: 'Mara Weiss',
    email: 'mara@example.com',
  })
  const guardianship = { childId, clientId, relationship: 'mother', kind: 'PARENT', legal: true }
  await world.make('/v1/guardianships', guardianship)
}

const childWithGuardian = async (world: World) => {
  const { id } = await world.child()
  await giveGuardian(world, id)
  return id
}

const familyOfProgram = async (world: World) => {
  const { id, childId } = await world.program()
  await giveGuardian(world, childId as string)
  return id
}

const administrator = async ({ client, user }: World) => {
  const { id } = await user()
  await client.patch(`/v1/users/${id}`, { roles: ['ADMINISTRATOR'] })
  return id
}

/** Parameters with which each action has an effect on records of a world. */
export const PARAMETERS_OF_ACTIONS: Record<string, (world: World) => Promise<Json>> = {
  add_label: async (world) => ({
    childId: (await world.child()).id,
    labelId: (await makeRecord(world, 'Label')).id,
  }),
  book_appointment: (world) => world.booking(),
  create_task: (world) => world.newTask(),
  draft_note: async (world) => ({ sessionId: (await world.session()).id, plan: 'Phrases.' }),
  emit_event: async (world) => ({
    name: 'child.waiting',
    data: { days: 14 },
    endpointId: (await world.endpoint()).id,
  }),
  hold_appointment: (world) => world.booking(),
  mail_figures: async (world) => ({
    subject: 'Figures of the week',
    userIds: [await administrator(world)],
  }),
  message_guardians: async (world) => ({
    template: 'centre.message',
    childId: await childWithGuardian(world),
    message: MESSAGE,
  }),
  message_providers: async (world) => ({
    providerIds: [(await world.provider({ email: 'ana@example.com' })).id],
    message: MESSAGE,
  }),
  offer_waitlist: async (world) => ({
    childId: (await world.child()).id,
    serviceIds: [(await world.service()).id],
  }),
  remove_label: async (world) => {
    const { id: labelId } = await makeRecord(world, 'Label')
    return { childId: (await world.child({ labelIds: [labelId] })).id, labelId }
  },
  request_form: async (world) => ({
    childId: await childWithGuardian(world),
    templateId: (await world.formTemplate()).id,
  }),
  schedule_assessment: (world) => world.newAssessmentSchedule(),
  start_check_in: async (world) => ({ programId: await familyOfProgram(world) }),
}

/** Counts the rows that actions write. */
export const rowsOfActions = async (
  api: Pick<TestApi, 'query'>,
  { tenantId }: { tenantId: string },
): Promise<Record<string, string>> => {
  const [counts] = await api.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM messages WHERE tenant_id = $1 AND subject_type <> 'agentRunStep' AND template NOT LIKE 'user.%') AS messages,
            (SELECT count(*) FROM appointments WHERE tenant_id = $1) AS appointments,
            (SELECT count(*) FROM tasks WHERE tenant_id = $1 AND subject_type IS DISTINCT FROM 'agentRunStep') AS tasks,
            (SELECT count(*) FROM waitlist_entries WHERE tenant_id = $1) AS waiting,
            (SELECT count(*) FROM assessment_schedules WHERE tenant_id = $1) AS schedules,
            (SELECT count(*) FROM form_responses WHERE tenant_id = $1) AS forms,
            (SELECT COALESCE(sum(cardinality(label_ids)), 0) FROM children WHERE tenant_id = $1) AS labels,
            (SELECT count(*) FROM session_notes WHERE tenant_id = $1) AS notes,
            (SELECT count(*) FROM outbox o WHERE tenant_id = $1 AND type NOT LIKE 'agent%' AND type NOT LIKE 'user%' AND type <> 'worklistNotices'
               -- Who decides is asked, and has signed in: no action does that.
               AND NOT EXISTS (SELECT FROM tasks t WHERE t.id = o.subject_id AND t.subject_type = 'agentRunStep')
               AND NOT EXISTS (SELECT FROM messages m WHERE m.id = o.subject_id AND (m.subject_type = 'agentRunStep' OR m.template LIKE 'user.%'))) AS outbox`,
    [tenantId],
  )
  return counts!
}
