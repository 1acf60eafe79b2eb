import type { Lead } from '#prisma/generated/client.ts'
import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { LeadSource, LostReason } from './rules.ts'

const payload = z.strictObject({
  leadId: idOf('lead'),
  source: z.enum(LeadSource).meta({ description: 'Source of the lead.' }),
  locationId: idOf('location').exactOptional(),
})
const example = {
  leadId: exampleId('lead'),
  source: 'FORM' as const,
  locationId: exampleId('location'),
}

/**
 * Members that all events about a lead have in common. They contain no names, no addresses and no statements of
 * a family.
 */
export const leadEventFacts = ({
  id,
  source,
  locationId,
}: Pick<Lead, 'id' | 'source' | 'locationId'>) => ({
  leadId: id,
  source: source as LeadSource,
  ...(locationId !== null && { locationId }),
})

export const leadEvents = defineEvents({
  'lead.created': defineEvent({
    description:
      'A family asked for a place. If the request came through a lead form, the event is sent after the family has confirmed its e-mail address.',
    payload,
    example,
  }),
  'lead.qualified': defineEvent({
    description: 'Everything needed to find a therapist is known. The centre must act next.',
    payload,
    example,
  }),
  'lead.matched': defineEvent({
    description:
      'Therapists were found for a lead. The event is sent again when the lead is matched again.',
    payload: payload.extend({ matchId: idOf('therapistMatch') }),
    example: { ...example, matchId: exampleId('therapistMatch') },
  }),
  'lead.converted': defineEvent({
    description: 'A lead became a client and a child of the centre.',
    payload: payload.extend({ childId: idOf('child'), clientId: idOf('client') }),
    example: { ...example, childId: exampleId('child'), clientId: exampleId('client') },
  }),
  'lead.lost': defineEvent({
    description: 'A lead was lost.',
    payload: payload.extend({
      reason: z.enum(LostReason).meta({ description: 'Why.' }),
    }),
    example: { ...example, reason: 'WENT_ELSEWHERE' },
  }),
  'lead.expired': defineEvent({
    description: 'A lead expired because the family did not answer in time.',
    payload,
    example,
  }),
})
