import { z } from 'zod'
import type { Passkey as PasskeyModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'

const instant = (description: string) =>
  z.iso.datetime().nullable().meta({ description, example: null })

const name = line(100).meta({
  description: 'Name of the passkey, chosen by its user.',
  example: 'Work laptop',
})

export const Passkey = resourceSchema('Passkey', {
  id: idOf('passkey'),
  userId: idOf('user').meta({ description: 'User whom the passkey signs in.' }),
  name,
  transports: z.array(z.string()).meta({
    description: 'Transports, as reported by the browser: internal, hybrid, usb, nfc, ble.',
    example: ['internal', 'hybrid'],
  }),
  isBackedUp: z.boolean().meta({
    description:
      'Whether the passkey was backed up beyond its device when it was last used, as reported by the device.',
    example: true,
  }),
  lastUsedAt: instant('When the passkey was last used, in UTC; null if it never was.'),
  revokedAt: instant(
    'When the passkey was revoked, in UTC; null if it was not. Revoking is permanent.',
  ),
  ...recordMembers,
})
export type Passkey = z.infer<typeof Passkey>

export const PatchPasskey = z
  .strictObject({ name: name.exactOptional() })
  .meta({ id: 'PatchPasskey', example: { name: 'Telephone' } })
export type PatchPasskey = z.infer<typeof PatchPasskey>

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

/** A credential as a browser sends it (WebAuthn Level 3 §5.1.8), without members that we do not use. */
const credentialWith = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.object({
    id: base64url(1_400),
    rawId: base64url(1_400),
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: base64url(4_000), ...response }),
    clientExtensionResults: z.object({}).default({}),
  })

export const PasskeyAssertion = credentialWith({
  authenticatorData: base64url(4_000),
  signature: base64url(4_000),
  userHandle: base64url(100).nullish(),
})
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

export const NewPasskey = z.object({
  name,
  credential: credentialWith({
    attestationObject: base64url(20_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

export const toPasskey = (row: PasskeyModel): Passkey => ({
  id: row.id,
  userId: row.userId,
  name: row.name,
  transports: row.transports,
  isBackedUp: row.isBackedUp,
  lastUsedAt: utcOrNull(row.lastUsedAt),
  revokedAt: utcOrNull(row.revokedAt),
  ...recordOf(row),
})
