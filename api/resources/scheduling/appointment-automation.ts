import { patchAppointmentAutomation } from '#scheduling/appointment-automation/patch-appointment-automation.ts'
import { getAppointmentAutomation } from '#scheduling/appointment-automation/queries.ts'
import {
  AppointmentAutomation,
  PatchAppointmentAutomation,
} from '#scheduling/appointment-automation/schemas.ts'
import { operation } from '../../http/operation.ts'

const tag = 'Appointments'

export const appointmentAutomationOperations = [
  operation({
    id: 'getAppointmentAutomation',
    method: 'get',
    path: '/v1/appointment-automation',
    tag,
    summary: 'Retrieve appointment automation',
    description:
      'Returns the centre’s rules for appointments that nobody checks in or closes. A service can have its own rules.',
    permission: 'appointment-automation:read',
    status: 200,
    response: AppointmentAutomation,
    run: (ctx) => getAppointmentAutomation(ctx),
  }),
  operation({
    id: 'patchAppointmentAutomation',
    method: 'patch',
    path: '/v1/appointment-automation',
    tag,
    summary: 'Change appointment automation',
    description:
      'Applies to services that do not have their own rules. Each step uses the rules in force when it is due. Follow-ups due within seven days show their new times immediately; later follow-ups show them when their next step is planned.',
    permission: 'appointment-automation:write',
    body: PatchAppointmentAutomation,
    status: 200,
    response: AppointmentAutomation,
    errors: ['precondition_failed'],
    events: ['organization.updated'],
    run: (ctx, { body, version }) => patchAppointmentAutomation(ctx, { version, patch: body }),
  }),
]
