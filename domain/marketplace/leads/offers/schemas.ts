import { z } from 'zod'
import type { LeadOffer as OfferModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { LeadOfferStatus, type LeadOfferStatus as Status } from '../lead/rules.ts'

const passesOn = z.boolean().meta({
  description:
    'Whether the lead is offered to the next provider of the match if this one declines or does not answer. After the last one, the lead waits in the centre’s queue.',
  example: true,
})
const hours = z.int().min(1).max(336).meta({
  description: 'Number of hours that the provider has to answer, at most 336.',
  example: 48,
})

/** An exclusive offer of a family to one provider. */
export const LeadOffer = resourceSchema('LeadOffer', {
  id: idOf('leadOffer'),
  leadId: idOf('lead'),
  providerId: idOf('provider'),
  status: z.enum(LeadOfferStatus).meta({
    description: 'Status of the offer. WITHDRAWN: the centre withdrew it, or the lead was closed.',
    example: 'OPEN',
  }),
  passesOn,
  hours,
  expiresAt: z.iso.datetime().meta({
    description: 'When the offer expires, in UTC.',
    example: '2026-11-23T09:30:00.000Z',
  }),
  decidedAt: z.iso.datetime().nullable().meta({
    description: 'When the offer was answered or ended, in UTC; null until then.',
    example: null,
  }),
  decidedBy: z.string().nullable().meta({
    description:
      'ID of the user, API key or link that answered or ended the offer; null until then.',
    example: null,
  }),
  ...recordMembers,
})
export type LeadOffer = z.infer<typeof LeadOffer>

export const OfferLead = z
  .strictObject({
    providerId: idOf('provider').exactOptional().meta({
      description:
        'Provider to whom the lead is offered. Defaults to the best provider of the match who has not been asked yet.',
    }),
    hours: hours.default(48),
    passesOn: passesOn.default(true),
  })
  .meta({ id: 'OfferLead', example: { providerId: exampleId('provider'), hours: 48 } })
export type OfferLead = z.infer<typeof OfferLead>

export const toLeadOffer = (row: OfferModel): LeadOffer => ({
  id: row.id,
  leadId: row.leadId,
  providerId: row.providerId,
  status: row.status as Status,
  passesOn: row.passesOn,
  hours: row.hours,
  expiresAt: utc(row.expiresAt),
  decidedAt: utcOrNull(row.decidedAt),
  decidedBy: row.decidedBy,
  ...recordOf(row),
})
