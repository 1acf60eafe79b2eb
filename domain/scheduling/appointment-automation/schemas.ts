import { z } from 'zod'
import { AppointmentFee } from '#billing/cancellation-policies/fee-schemas.ts'
import { recordMembers } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { CompletionMode, NoShowMode } from './rules.ts'

const minutes = z.int().min(0).max(1440)

export const automationMembers = {
  noShowMode: z.enum(NoShowMode).meta({
    description:
      'What happens by itself to an appointment that nobody checked in. OFF: nothing. MARK: it becomes NO_SHOW without a fee. MARK_AND_PROPOSE_FEE: a person then charges or waives the fee. MARK_AND_CHARGE: the fee of the cancellation policy is charged.',
    example: 'MARK',
  }),
  noShowGraceMinutes: minutes.meta({ description: 'How long after the start.', example: 30 }),
  completionMode: z.enum(CompletionMode).meta({
    description:
      'What happens by itself to an appointment that was checked in or started and that nobody closed. OFF: nothing. MARK: it becomes COMPLETED.',
    example: 'MARK',
  }),
  completionDelayMinutes: minutes.meta({ description: 'How long after the end.', example: 60 }),
}

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

/** An effect of the automation on one appointment. */
const does = z.string().meta({ description: 'What it does, in words.' })
const dueAt = z.iso.datetime().nullable().meta({
  description: 'When it happens if nobody acts before; null in the state that it is in.',
  example: '2026-12-01T09:30:00.000Z',
})

export const AutomationPreview = z
  .strictObject({
    noShow: z.strictObject({
      mode: automationMembers.noShowMode,
      dueAt,
      does,
      fee: AppointmentFee.nullable().meta({
        description:
          'What would become of the fee now: `orderId` is null for an order that is not made yet. null when nothing is marked.',
      }),
    }),
    completion: z.strictObject({ mode: automationMembers.completionMode, dueAt, does }),
  })
  .meta({ id: 'AutomationPreview' })
export type AutomationPreview = z.infer<typeof AutomationPreview>
