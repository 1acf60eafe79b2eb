import { z } from 'zod'
import type { SsoConnection as SsoConnectionModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { roleName } from '../users/schemas.ts'

/** A claim's value and the resulting roles. */
const RoleMapping = z.strictObject({
  value: line(200).meta({ description: 'A value of the claim.', example: 'front-desk' }),
  roles: z
    .array(roleName)
    .min(1)
    .max(20)
    .meta({
      description: 'Roles of users whose claim has this value.',
      example: ['SCHEDULER'],
    }),
})
export const RoleMappings = z.array(RoleMapping).max(100)
export type RoleMappings = z.infer<typeof RoleMappings>

const token = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e]+$/, { error: 'must be visible ASCII characters without blanks' })

const distinct = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((items) => new Set(items).size === items.length, { error: 'must not repeat one' })

const emailDomain = z
  .string()
  .max(253)
  .transform((domain) => domain.toLowerCase())
  .pipe(
    z.string().regex(/^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, {
      error: 'must be a domain, such as example.com',
    }),
  )

/** How a domain was verified. */
const PROVED_BY = ['DNS', 'OPERATOR'] as const

export const DomainProofs = z.array(
  z.strictObject({
    domain: z.string(),
    provedAt: z.iso.datetime(),
    provedBy: z.enum(PROVED_BY),
  }),
)
export type DomainProofs = z.infer<typeof DomainProofs>
export type DomainProof = DomainProofs[number]

/** The TXT record with which a domain's owner names its connection. */
export const domainRecordOf = (connectionId: string, domain: string) => ({
  name: `_therapy-care.${domain}`,
  value: `therapy-care=${connectionId}`,
})

const SsoDomain = z.strictObject({
  domain: z.string().meta({
    description: 'One of `emailDomains`.',
    example: 'sunrise.example.com',
  }),
  provedAt: z.iso.datetime().nullable().meta({
    description:
      'When the domain was proved to be yours. Null: not yet. Until then nobody signs in with its addresses by this connection.',
    example: '2026-11-24T08:00:00.000Z',
  }),
  provedBy: z.enum(PROVED_BY).nullable().meta({
    description: 'What proved it: the TXT record, or the operator of the platform.',
    example: 'DNS',
  }),
  recordName: z.string().meta({
    description: 'The name of the TXT record that proves it.',
    example: '_therapy-care.sunrise.example.com',
  }),
  recordValue: z.string().meta({
    description: 'The value of that record.',
    example: 'therapy-care=sso_01m7zavmhde4es2ts9few7fzev',
  }),
})

export const ProveSsoDomain = z
  .strictObject({
    domain: emailDomain.meta({
      description: 'One of the `emailDomains` of the connection.',
      example: 'sunrise.example.com',
    }),
  })
  .meta({ id: 'ProveSsoDomain' })

const members = {
  name: line(100).meta({
    description: 'Your name for the identity provider. The sign-in page shows the centre’s name.',
    example: 'Sunrise Entra ID',
  }),
  issuer: z.string().min(1).max(2048).meta({
    description:
      "The issuer, exactly as in the provider's discovery document: https, a public address.",
    example: 'https://login.example.com/tenant/v2.0',
  }),
  clientId: token(500).meta({
    description: 'Client id of the platform at the provider.',
    example: 'b3f1c0de-therapy',
  }),
  clientSecret: token(1_000).meta({
    description: 'What the platform authenticates with there. Kept encrypted, never answered.',
    example: 'aN0tSoS3cretSecret',
  }),
  scopes: distinct(token(200), 20)
    .refine((scopes) => scopes.includes('openid'), { error: 'must include openid' })
    .meta({ description: 'Requested items.', example: ['openid', 'email', 'profile'] }),
  emailDomains: distinct(emailDomain, 20)
    .min(1)
    .meta({
      description:
        'Domains of the addresses that may sign in by the connection. Each one counts once it is proved (`domains`).',
      example: ['sunrise.example.com'],
    }),
  roleClaim: token(200).nullable().meta({
    description:
      'The claim of the ID token, a text or a list, that says what somebody is. Null: roles are given here alone.',
    example: 'groups',
  }),
  roleMappings: RoleMappings.meta({
    description: 'What values of the claim mean. Of several that match, the roles add up.',
  }),
  defaultRoles: distinct(roleName, 20).meta({
    description:
      'Roles of whom no mapping fits. Empty: they are refused, or where there is no claim nobody new is let in.',
    example: ['READ_ONLY'],
  }),
  createsUsers: z.boolean().meta({
    description: 'Whether somebody who was not invited becomes a user by signing in.',
    example: true,
  }),
  trustsEmails: z.boolean().meta({
    description:
      'Whether addresses count that the provider does not call verified. Only for a provider of which you know that nobody chooses their own address.',
    example: false,
  }),
  isRequired: z.boolean().meta({
    description:
      'Whether users with these domains must sign in by it: sign-in links do not work for them, except those made by an operator.',
    example: false,
  }),
  acrValues: distinct(token(200), 10).meta({
    description:
      'Ways of authenticating (acr) that the provider is asked for, and of which one is required. Empty: any.',
    example: [],
  }),
  maxAgeSeconds: z.int().min(0).max(2_592_000).nullable().meta({
    description:
      'How long ago the person may have proved to the provider who they are. Null: that is its own matter.',
    example: null,
  }),
}

const { clientSecret, ...shown } = members

export const SsoConnection = resourceSchema('SsoConnection', {
  id: idOf('ssoConnection'),
  ...shown,
  emailDomains: z.array(z.string()).meta({
    description: 'Domains of the addresses that may sign in by it, in lower case.',
    example: ['sunrise.example.com'],
  }),
  domains: z.array(SsoDomain).meta({
    description:
      'Whether each of `emailDomains` is proved, and the TXT record that proves it. A domain is proved by one connection over all centres.',
  }),
  redirectPath: z.string().meta({
    description:
      'Where the provider sends people back to, after the address of the platform: the redirect URI to register there.',
    example: '/sign-in/sso/sso_01m7zavmhde4es2ts9few7fzev/callback',
  }),
  ...archivableMembers,
})
export type SsoConnection = z.infer<typeof SsoConnection>

export const CreateSsoConnection = z
  .strictObject({
    name: members.name,
    issuer: members.issuer,
    clientId: members.clientId,
    clientSecret,
    scopes: members.scopes.default(['openid', 'email', 'profile']),
    emailDomains: members.emailDomains,
    roleClaim: members.roleClaim.default(null),
    roleMappings: members.roleMappings.default([]),
    defaultRoles: members.defaultRoles.default([]),
    createsUsers: members.createsUsers.default(false),
    trustsEmails: members.trustsEmails.default(false),
    isRequired: members.isRequired.default(false),
    acrValues: members.acrValues.default([]),
    maxAgeSeconds: members.maxAgeSeconds.default(null),
  })
  .meta({
    id: 'CreateSsoConnection',
    example: {
      name: 'Sunrise Entra ID',
      issuer: 'https://login.example.com/tenant/v2.0',
      clientId: 'b3f1c0de-therapy',
      clientSecret: 'aN0tSoS3cretSecret',
      emailDomains: ['sunrise.example.com'],
      roleClaim: 'groups',
      roleMappings: [{ value: 'front-desk', roles: ['SCHEDULER'] }],
      createsUsers: true,
    },
  })
export type CreateSsoConnection = z.infer<typeof CreateSsoConnection>

export const PatchSsoConnection = z
  .strictObject({
    name: members.name.exactOptional(),
    issuer: members.issuer.exactOptional(),
    clientId: members.clientId.exactOptional(),
    clientSecret: clientSecret.exactOptional(),
    scopes: members.scopes.exactOptional(),
    emailDomains: members.emailDomains.exactOptional(),
    roleClaim: members.roleClaim.exactOptional(),
    roleMappings: members.roleMappings.exactOptional(),
    defaultRoles: members.defaultRoles.exactOptional(),
    createsUsers: members.createsUsers.exactOptional(),
    trustsEmails: members.trustsEmails.exactOptional(),
    isRequired: members.isRequired.exactOptional(),
    acrValues: members.acrValues.exactOptional(),
    maxAgeSeconds: members.maxAgeSeconds.exactOptional(),
  })
  .meta({ id: 'PatchSsoConnection', example: { isRequired: true } })
export type PatchSsoConnection = z.infer<typeof PatchSsoConnection>

/** Each connection has its own URL, so responses of providers cannot be mixed up. */
export const redirectPathOf = (id: string): string => `/sign-in/sso/${id}/callback`

export const proofsOf = (row: Pick<SsoConnectionModel, 'domainProofs'>): DomainProofs =>
  fromJson(DomainProofs, row.domainProofs)

const domainsOf = (row: SsoConnectionModel): SsoConnection['domains'] => {
  const proofs = proofsOf(row)
  return row.emailDomains.map((domain) => {
    const proof = proofs.find((one) => one.domain === domain)
    const { name: recordName, value: recordValue } = domainRecordOf(row.id, domain)
    return {
      domain,
      provedAt: proof?.provedAt ?? null,
      provedBy: proof?.provedBy ?? null,
      recordName,
      recordValue,
    }
  })
}

export const toSsoConnection = (row: SsoConnectionModel): SsoConnection => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  clientId: row.clientId,
  scopes: row.scopes,
  emailDomains: row.emailDomains,
  domains: domainsOf(row),
  roleClaim: row.roleClaim,
  roleMappings: fromJson(RoleMappings, row.roleMappings),
  defaultRoles: row.defaultRoles,
  createsUsers: row.createsUsers,
  trustsEmails: row.trustsEmails,
  isRequired: row.isRequired,
  acrValues: row.acrValues,
  maxAgeSeconds: row.maxAgeSeconds,
  redirectPath: redirectPathOf(row.id),
  ...archivableOf(row),
})
