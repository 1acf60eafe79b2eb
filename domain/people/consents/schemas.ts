import { z } from 'zod'
import type { Consent as ConsentModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instant, utc, utcOrNull } from '#platform/core/time/time.ts'
import { consentStatus, ConsentStatus } from './rules.ts'
import { ConsentKind } from '#organization/services/consent-kind.ts'

const members = {
  childId: idOf('child'),
  kind: z.enum(ConsentKind).meta({ description: 'Kind of consent.' }),
  grantedById: idOf('client').meta({
    description: 'The legal guardian of the child who gave the consent.',
    example: exampleId('client'),
  }),
  evidence: prose(2000).min(1).meta({
    description: 'Evidence of the consent, such as the form, the call or the file.',
    example: 'Signed form of 20 November, in the paper record.',
  }),
}
const reason = prose(2000).min(1).meta({
  description: 'Reason for the revocation, up to 2,000 characters.',
  example: 'Withdrawn by letter.',
})

export const Consent = resourceSchema('Consent', {
  id: idOf('consent'),
  ...members,
  status: z.enum(ConsentStatus).meta({ description: 'Whether the consent is in force.' }),
  grantedAt: z.iso.datetime().meta({
    description: 'When the consent was given, in UTC.',
    example: '2026-11-20T09:00:00.000Z',
  }),
  expiresAt: z.iso.datetime().nullable().meta({
    description: 'When the consent expires, in UTC; null if it does not expire.',
    example: '2027-11-20T09:00:00.000Z',
  }),
  revokedAt: z.iso.datetime().nullable().meta({
    description: 'When the consent was revoked, in UTC; null if it was not revoked.',
    example: null,
  }),
  revokeReason: reason
    .nullable()
    .meta({ description: 'Reason for the revocation; null if none was given.', example: null }),
  recordedBy: z.string().meta({
    description: 'ID of the user or API key that made the record.',
    example: exampleId('apiKey'),
  }),
  ...recordMembers,
})
export type Consent = z.infer<typeof Consent>

export const GrantConsent = z
  .strictObject({
    ...members,
    grantedAt: instant().meta({
      description: 'When the consent was given: ISO 8601 with an offset.',
      example: '2026-11-20T10:00:00+01:00',
    }),
    expiresAt: instant().nullable().exactOptional().meta({
      description: 'When the consent expires. By default it lasts until it is revoked.',
      example: '2027-11-20T10:00:00+01:00',
    }),
  })
  .meta({
    id: 'GrantConsent',
    example: {
      childId: exampleId('child'),
      kind: 'TREATMENT',
      grantedById: exampleId('client'),
      grantedAt: '2026-11-20T10:00:00+01:00',
      expiresAt: '2027-11-20T10:00:00+01:00',
      evidence: 'Signed form of 20 November, in the paper record.',
    },
  })
export type GrantConsent = z.infer<typeof GrantConsent>

export const RevokeConsent = z
  .strictObject({ reason })
  .meta({ id: 'RevokeConsent', example: { reason: 'Withdrawn by letter.' } })

export const toConsent = (row: ConsentModel, now: Date): Consent => ({
  id: row.id,
  childId: row.childId,
  kind: row.kind as ConsentKind,
  grantedById: row.grantedById,
  evidence: row.evidence,
  status: consentStatus(row, now),
  grantedAt: utc(row.grantedAt),
  expiresAt: utcOrNull(row.expiresAt),
  revokedAt: utcOrNull(row.revokedAt),
  revokeReason: row.revokeReason,
  recordedBy: row.recordedBy,
  ...recordOf(row),
})
