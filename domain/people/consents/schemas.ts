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
  kind: z.enum(ConsentKind).meta({ description: 'What the consent allows.' }),
  grantedById: idOf('client').meta({
    description: 'Who gave it: a legal guardian of the child.',
    example: exampleId('client'),
  }),
  evidence: prose(2000).min(1).meta({
    description: 'Evidence: the form, the call, the file.',
    example: 'Signed form of 20 November, in the paper record.',
  }),
}
const reason = prose(2000).min(1).meta({
  description: 'Why the consent is revoked, up to 2,000 characters.',
  example: 'Withdrawn by letter.',
})

export const Consent = resourceSchema('Consent', {
  id: idOf('consent'),
  ...members,
  status: z.enum(ConsentStatus).meta({ description: 'Whether the consent is in force.' }),
  grantedAt: z.iso
    .datetime()
    .meta({ description: 'When it was given, in UTC.', example: '2026-11-20T09:00:00.000Z' }),
  expiresAt: z.iso.datetime().nullable().meta({
    description: 'When it expires, in UTC; null for never.',
    example: '2027-11-20T09:00:00.000Z',
  }),
  revokedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it was revoked, in UTC; null unless it was.', example: null }),
  revokeReason: reason
    .nullable()
    .meta({ description: 'Why it was revoked; null when no reason was given.', example: null }),
  recordedBy: z.string().meta({
    description: 'Id of the user or API key that recorded it.',
    example: exampleId('apiKey'),
  }),
  ...recordMembers,
})
export type Consent = z.infer<typeof Consent>

export const GrantConsent = z
  .strictObject({
    ...members,
    grantedAt: instant().meta({
      description: 'When it was given: ISO 8601 with an offset.',
      example: '2026-11-20T10:00:00+01:00',
    }),
    expiresAt: instant().nullable().exactOptional().meta({
      description: 'When it expires. Default: it lasts until it is revoked.',
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
