import { z } from 'zod'
import { growing } from '../core/schemas/growing.ts'
import type { ApiKey as ApiKeyModel } from '#prisma/generated/client.ts'
import { idOf } from '../core/records/ids.ts'
import { RESOURCES, SCOPES, type Resource, type Scope } from '../core/access/permissions.ts'
import { line, recordMembers, recordOf } from '../core/records/record.ts'
import { instant, instantText, utcOrNull } from '../core/time/time.ts'
import { normalizeRange } from '../identity/addresses.ts'

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** A set as a JSON array: repeated values count once. */
const setOf = <Item extends z.ZodType>(item: Item, max: number) => z.array(item).max(max)

const ipRange = z
  .string()
  .max(64)
  .refine((text) => normalizeRange(text) !== undefined, {
    error: 'must be an address or a range in CIDR form, such as 198.51.100.0/24',
  })

const members = {
  name: line(200).meta({ description: 'Purpose of the key.', example: 'Booking site' }),
  scopes: setOf(growing(z.enum(SCOPES)), SCOPES.length)
    .min(1)
    .meta({
      description: 'Scopes that tokens of the key can request.',
      example: ['bookings', 'ai.read'],
    }),
  resources: setOf(growing(z.enum(RESOURCES)), RESOURCES.length).meta({
    description: 'Resource types to which the scopes are limited; empty for all.',
    example: ['appointments'],
  }),
  methods: setOf(z.enum(METHODS), METHODS.length).meta({
    description: 'HTTP methods to which the key is limited; empty for all.',
    example: ['GET', 'POST'],
  }),
  ipRanges: setOf(ipRange, 50).meta({
    description: 'Addresses from which the key can be used, as CIDR ranges; empty for all.',
    example: ['198.51.100.0/24'],
  }),
  rateLimitPerMinute: z.int().min(1).max(1_000_000).nullable().meta({
    description:
      'Maximum number of requests per minute; null for the default of 600. Only an operator can set more. All keys of a centre also share a limit, 6000 by default.',
    example: null,
  }),
  providerId: idOf('provider').nullable().meta({
    description:
      'Provider to which the key is bound; null for the whole centre. A bound key can see only the children in the caseloads of this provider and the provider’s supervisees.',
    example: null,
  }),
}

const EXPIRY = 'When the key expires; null if it does not expire.'

export const ApiKey = z
  .strictObject({
    id: idOf('apiKey'),
    clientId: idOf('apiKey').meta({
      description: 'Value of client_id for POST /oauth/token. It is the ID of the key.',
    }),
    ...members,
    expiresAt: instantText.nullable().meta({ description: EXPIRY, example: null }),
    lastUsedAt: instantText.nullable().meta({
      description: 'When a token was last issued, in UTC, to the minute; null if none was.',
      example: null,
    }),
    revokedAt: instantText.nullable().meta({
      description: 'When the key was revoked, in UTC; null if it was not. Revoking is permanent.',
      example: null,
    }),
    ...recordMembers,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

export const CreatedApiKey = ApiKey.extend({
  clientSecret: z.string().meta({
    description:
      'Value of client_secret for POST /oauth/token. It is returned only once; only its hash is stored.',
    example: 'sk_4bC0kZr1nq3m6o8X2yVtJw5hDfGsLpQeRuTiOaZcNvE',
  }),
}).meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

const optionalMembers = {
  resources: members.resources.exactOptional(),
  methods: members.methods.exactOptional(),
  ipRanges: members.ipRanges.exactOptional(),
  expiresAt: instant()
    .nullable()
    .exactOptional()
    .meta({ description: EXPIRY, example: '2027-06-30T00:00:00Z' }),
  rateLimitPerMinute: members.rateLimitPerMinute.exactOptional(),
  providerId: members.providerId.exactOptional(),
}

export const CreateApiKey = z
  .strictObject({ name: members.name, scopes: members.scopes, ...optionalMembers })
  .meta({ id: 'CreateApiKey', example: { name: 'Booking site', scopes: ['bookings', 'ai.read'] } })
export type CreateApiKey = z.infer<typeof CreateApiKey>

export const PatchApiKey = z
  .strictObject({
    name: members.name.exactOptional(),
    scopes: members.scopes.exactOptional(),
    ...optionalMembers,
  })
  .meta({ id: 'PatchApiKey', example: { name: 'Booking site, read only', methods: ['GET'] } })
export type PatchApiKey = z.infer<typeof PatchApiKey>

export const toApiKey = (row: ApiKeyModel): ApiKey => ({
  id: row.id,
  clientId: row.id,
  name: row.name,
  scopes: row.scopes as Scope[],
  resources: row.resources as Resource[],
  methods: row.methods as Method[],
  ipRanges: row.ipRanges,
  rateLimitPerMinute: row.rateLimitPerMinute,
  providerId: row.providerId,
  expiresAt: utcOrNull(row.expiresAt),
  lastUsedAt: utcOrNull(row.lastUsedAt),
  revokedAt: utcOrNull(row.revokedAt),
  ...recordOf(row),
})

/** The members of a stored key that define its rights. */
export const limitsOf = (input: PatchApiKey) => ({
  ...(input.scopes && { scopes: unique(input.scopes) }),
  ...(input.resources && { resources: unique(input.resources) }),
  ...(input.methods && { methods: unique(input.methods) }),
  ...(input.ipRanges && {
    ipRanges: unique(input.ipRanges.map((range) => normalizeRange(range)!)),
  }),
  ...(input.expiresAt !== undefined && { expiresAt: input.expiresAt }),
  ...(input.providerId !== undefined && { providerId: input.providerId }),
  ...(input.rateLimitPerMinute !== undefined && { rateLimitPerMinute: input.rateLimitPerMinute }),
})

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)]
