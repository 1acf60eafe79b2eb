import { z } from 'zod'
import type { TreatmentCycle as CycleModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText, utcOrNull } from '#platform/core/time/time.ts'
import type { Outlook } from './recount-cycles.ts'
import { AttentionReason, actionReasons, CycleMeasure, cycleStatus, CycleStatus } from './rules.ts'

const DEFAULT_RENEWAL_LEAD_DAYS = 28

const members = {
  serviceId: idOf('service').nullable().meta({
    description:
      'Service that the authorization covers; null to cover every service that does not have its own cycle.',
  }),
  providerId: idOf('provider').nullable().meta({
    description: "Provider who is warned; null to warn the child's primary provider.",
    example: null,
  }),
  payer: line(200).meta({
    description:
      'Name of the payer, such as an insurer, an agency or the family. If `payerId` is set, this is the payer’s name on record.',
    example: 'Public insurance',
  }),
  payerId: idOf('payer').nullable().meta({
    description: 'Payer who authorized the sessions; null if `payer` is not on record.',
    example: null,
  }),
  reference: line(100).nullable().meta({
    description: "The payer's number for the authorization; null if there is none.",
    example: 'A-1',
  }),
  measure: z.enum(CycleMeasure).meta({
    description:
      'SESSIONS counts sessions; UNITS counts their billable units, where a session without units counts as one.',
    example: 'SESSIONS',
  }),
  authorized: z.int().min(1).max(10_000).meta({
    description: 'Number of sessions or units that the payer authorized, from 1 to 10,000.',
    example: 20,
  }),
  startsOn: calendarDate().meta({
    description: 'First day of the authorization, as YYYY-MM-DD.',
    example: '2026-09-01',
  }),
  endsOn: calendarDate().meta({ description: 'Included.', example: '2027-02-28' }),
  renewalLeadDays: z.int().min(0).max(180).meta({
    description: 'Days before the end of the authorization on which a renewal is requested.',
    example: DEFAULT_RENEWAL_LEAD_DAYS,
  }),
}

export const TreatmentCycle = resourceSchema('TreatmentCycle', {
  id: idOf('treatmentCycle'),
  childId: idOf('child'),
  ...members,
  status: z
    .enum(CycleStatus)
    .meta({ description: 'Whether the cycle can still be used.', example: 'ACTIVE' }),
  used: z
    .int()
    .meta({ description: 'Number used by billable sessions that took place.', example: 17 }),
  remaining: z
    .int()
    .meta({ description: 'Number left; negative if more was used than authorized.', example: 3 }),
  usedPercent: z.int().meta({
    description: 'Share of the authorization that is used, in percent, rounded.',
    example: 85,
  }),
  booked: z
    .int()
    .meta({ description: 'Number booked by future appointments, counted separately.', example: 2 }),
  renewOn: calendarDate().meta({
    description: 'Date on which to request a renewal, as YYYY-MM-DD.',
    example: '2027-01-31',
  }),
  renewedById: idOf('treatmentCycle')
    .nullable()
    .meta({ description: 'Cycle that renews this one; null if there is none.', example: null }),
  actionReasons: z
    .array(z.enum(AttentionReason))
    .meta({ description: 'Reasons why the cycle needs attention.', example: ['nearly_used_up'] }),
  closedAt: z.iso.datetime().nullable().meta({
    description: 'When a person closed the cycle, in UTC; null if nobody has.',
    example: null,
  }),
  closeReason: prose(2000).nullable().meta({
    description: 'Reason for closing the cycle; null if it was not closed.',
    example: null,
  }),
  ...recordMembers,
})
export type TreatmentCycle = z.infer<typeof TreatmentCycle>

export const CreateTreatmentCycle = z
  .strictObject({
    childId: idOf('child'),
    serviceId: members.serviceId.default(null),
    providerId: members.providerId.default(null),
    payer: members.payer.exactOptional().meta({
      description: 'Name of the payer. Required unless you send `payerId`.',
      example: 'Public insurance',
    }),
    payerId: members.payerId.unwrap().exactOptional().meta({
      description:
        'Payer of the authorization. Defaults to the payer on record whose name is `payer`, if there is one.',
    }),
    reference: members.reference.default(null),
    measure: members.measure.default('SESSIONS'),
    authorized: members.authorized,
    startsOn: members.startsOn,
    endsOn: members.endsOn,
    renewalLeadDays: members.renewalLeadDays.default(DEFAULT_RENEWAL_LEAD_DAYS),
  })
  .meta({
    id: 'CreateTreatmentCycle',
    example: {
      childId: exampleId('child'),
      payer: 'Public insurance',
      authorized: 20,
      startsOn: '2026-09-01',
      endsOn: '2027-02-28',
    },
  })
export type CreateTreatmentCycle = z.infer<typeof CreateTreatmentCycle>

export const PatchTreatmentCycle = z
  .strictObject({
    providerId: members.providerId.exactOptional(),
    payer: members.payer.exactOptional(),
    payerId: members.payerId.unwrap().exactOptional(),
    reference: members.reference.exactOptional(),
    authorized: members.authorized.exactOptional(),
    startsOn: members.startsOn.exactOptional(),
    endsOn: members.endsOn.exactOptional(),
    renewalLeadDays: members.renewalLeadDays.exactOptional(),
  })
  .meta({ id: 'PatchTreatmentCycle', example: { authorized: 30 } })
export type PatchTreatmentCycle = z.infer<typeof PatchTreatmentCycle>

export const CloseTreatmentCycle = z
  .strictObject({
    reason: prose(2000).min(1).meta({
      description: 'Reason for closing the cycle, up to 2,000 characters.',
      example: 'The payer has changed.',
    }),
  })
  .meta({ id: 'CloseTreatmentCycle', example: { reason: 'The payer has changed.' } })

export const toTreatmentCycle = (
  row: CycleModel,
  { booked, renewedById }: Outlook,
  today: string,
): TreatmentCycle => {
  const dates = { startsOn: dateText(row.startsOn), endsOn: dateText(row.endsOn) }
  const renewOn = dateText(row.renewOn)
  const { used, authorized, usedPercent } = row
  const status = cycleStatus({ ...dates, closed: row.closedAt !== null }, today)
  const facts = { used, booked, authorized, renewOn, renewed: renewedById !== null }
  const over = status === 'CLOSED' || status === 'ENDED'
  return {
    id: row.id,
    childId: row.childId,
    serviceId: row.serviceId,
    providerId: row.providerId,
    payer: row.payer,
    payerId: row.payerId,
    reference: row.reference,
    measure: row.measure,
    authorized,
    ...dates,
    renewalLeadDays: row.renewalLeadDays,
    status,
    used,
    remaining: authorized - used,
    usedPercent,
    booked,
    renewOn,
    renewedById,
    actionReasons: over ? [] : actionReasons(facts, today),
    closedAt: utcOrNull(row.closedAt),
    closeReason: row.closeReason,
    ...recordOf(row),
  }
}
