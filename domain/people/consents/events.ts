import { z } from 'zod'
import type { Consent } from '#prisma/generated/client.ts'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({
  consentId: idOf('consent'),
  childId: idOf('child'),
  kind: growing(z.enum(ConsentKind)).exactOptional().meta({ description: 'Kind of consent.' }),
  expiresAt: z.iso
    .datetime()
    .nullable()
    .exactOptional()
    .meta({ description: 'When the consent expires, in UTC; null if it does not expire.' }),
})
const example = {
  consentId: exampleId('consent'),
  childId: exampleId('child'),
  kind: 'TREATMENT' as const,
  expiresAt: '2027-11-20T09:00:00.000Z',
}

/** Members that all events about consents have in common. */
export const consentFacts = ({
  id,
  childId,
  kind,
  expiresAt,
}: Pick<Consent, 'id' | 'childId' | 'kind' | 'expiresAt'>) => ({
  consentId: id,
  childId,
  kind: kind as ConsentKind,
  expiresAt: utcOrNull(expiresAt),
})

export const consentEvents = defineEvents({
  'consent.granted': defineEvent({
    description: 'A guardian’s consent was recorded.',
    payload,
    example,
  }),
  'consent.expired': defineEvent({
    description: 'A consent has expired, and the child has no later consent of the same kind.',
    payload,
    example,
  }),
  'consent.revoked': defineEvent({ description: 'A consent was revoked.', payload, example }),
})
