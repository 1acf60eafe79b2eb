import { z } from 'zod'
import { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import { recordMembers } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { automationMembers } from '#organization/services/automation-members.ts'

export const AppointmentAutomation = resourceSchema('AppointmentAutomation', {
  ...automationMembers,
  ...recordMembers,
})
export type AppointmentAutomation = z.infer<typeof AppointmentAutomation>

export const PatchAppointmentAutomation = z
  .strictObject({
    noShowMode: automationMembers.noShowMode.exactOptional(),
    noShowGraceMinutes: automationMembers.noShowGraceMinutes.exactOptional(),
    completionMode: automationMembers.completionMode.exactOptional(),
    completionDelayMinutes: automationMembers.completionDelayMinutes.exactOptional(),
  })
  .meta({
    id: 'PatchAppointmentAutomation',
    example: { noShowMode: 'MARK_AND_PROPOSE_FEE', noShowGraceMinutes: 45 },
  })
export type PatchAppointmentAutomation = z.infer<typeof PatchAppointmentAutomation>

/** Describes what happens automatically to an appointment. */
const does = z.string().meta({ description: 'What the automation does.' })
const dueAt = z.iso.datetime().nullable().meta({
  description:
    'When the change happens if nobody acts first; null if it does not apply to the current status.',
  example: '2026-12-01T09:30:00.000Z',
})

export const AutomationPreview = z
  .strictObject({
    noShow: z
      .strictObject({
        mode: automationMembers.noShowMode,
        dueAt,
        does,
        fee: AppointmentFee.nullable().meta({
          description:
            'Effect on the fee as of now; null if the appointment will not be marked. `orderId` is null if the order does not exist yet.',
        }),
      })
      .meta({ description: 'What happens if nobody checks the child in.' }),
    completion: z
      .strictObject({ mode: automationMembers.completionMode, dueAt, does })
      .meta({ description: 'What happens if nobody closes the appointment.' }),
  })
  .meta({ id: 'AutomationPreview' })
export type AutomationPreview = z.infer<typeof AutomationPreview>
