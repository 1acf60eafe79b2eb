import { z } from 'zod'
import type { SsoConnection as SsoConnectionModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { roleName } from '../users/schemas.ts'

/** A value of the claim, and the roles that it gives. */
const RoleMapping = z.strictObject({
  value: line(200).meta({ description: 'Value of the claim.', example: 'front-desk' }),
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
    .regex(/^[\x21-\x7e]+$/, { error: 'must be visible ASCII characters without spaces' })

const distinct = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((items) => new Set(items).size === items.length, {
      error: 'must not contain duplicates',
    })

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

/** The TXT record in which the owner of a domain names the connection. */
export const domainRecordOf = (connectionId: string, domain: string) => ({
  name: `_therapy-care.${domain}`,
  value: `therapy-care=${connectionId}`,
})

const SsoDomain = z.strictObject({
  domain: z.string().meta({
    description: 'Domain from `emailDomains`.',
    example: 'sunrise.example.com',
  }),
  provedAt: z.iso.datetime().nullable().meta({
    description:
      'When you proved that the domain is yours, in UTC; null if you have not. Until then, nobody can sign in with its addresses through this connection.',
    example: '2026-11-24T08:00:00.000Z',
  }),
  provedBy: z.enum(PROVED_BY).nullable().meta({
    description:
      'Whether the domain was proved with the TXT record or by the platform’s operator; null if it was not proved.',
    example: 'DNS',
  }),
  recordName: z.string().meta({
    description: 'Name of the TXT record that proves the domain.',
    example: '_therapy-care.sunrise.example.com',
  }),
  recordValue: z.string().meta({
    description: 'Value of the TXT record.',
    example: 'therapy-care=sso_01m7zavmhde4es2ts9few7fzev',
  }),
})

export const ProveSsoDomain = z
  .strictObject({
    domain: emailDomain.meta({
      description: 'Domain from the connection’s `emailDomains`.',
      example: 'sunrise.example.com',
    }),
  })
  .meta({ id: 'ProveSsoDomain' })

const members = {
  name: line(100).meta({
    description:
      'Your name for the identity provider. The sign-in page does not show it, but the name of the centre.',
    example: 'Sunrise Entra ID',
  }),
  issuer: z.string().min(1).max(2048).meta({
    description:
      "Issuer, exactly as in the provider's discovery document. It must use https and have a public address.",
    example: 'https://login.example.com/tenant/v2.0',
  }),
  clientId: token(500).meta({
    description: 'Client ID of the platform at the provider.',
    example: 'b3f1c0de-therapy',
  }),
  clientSecret: token(1_000).meta({
    description:
      'Secret with which the platform authenticates at the provider. It is stored encrypted and never returned.',
    example: 'aN0tSoS3cretSecret',
  }),
  scopes: distinct(token(200), 20)
    .refine((scopes) => scopes.includes('openid'), { error: 'must include openid' })
    .meta({ description: 'Scopes to request.', example: ['openid', 'email', 'profile'] }),
  emailDomains: distinct(emailDomain, 20)
    .min(1)
    .meta({
      description:
        'E-mail domains whose addresses can sign in through the connection. Each domain applies only after it is proved (`domains`).',
      example: ['sunrise.example.com'],
    }),
  roleClaim: token(200).nullable().meta({
    description:
      'Claim of the ID token, a text or a list, that determines roles; null to assign roles only on the platform.',
    example: 'groups',
  }),
  roleMappings: RoleMappings.meta({
    description:
      'Roles for values of the claim. If several values match, the user gets all their roles.',
  }),
  defaultRoles: distinct(roleName, 20).meta({
    description:
      'Roles for users whom no mapping matches. If empty, these users are refused or, if roleClaim is null, no new users are admitted.',
    example: ['READ_ONLY'],
  }),
  createsUsers: z.boolean().meta({
    description: 'Whether people without an invitation become users when they sign in.',
    example: true,
  }),
  trustsEmails: z.boolean().meta({
    description:
      'Whether to accept addresses that the provider does not mark as verified. Use this only if you know that people cannot choose their own address at the provider.',
    example: false,
  }),
  isRequired: z.boolean().meta({
    description:
      'Whether users with these domains must sign in through the connection. If so, sign-in links do not work for them, except for links created by an operator.',
    example: false,
  }),
  acrValues: distinct(token(200), 10).meta({
    description:
      'Authentication methods (acr) to request from the provider; the sign-in must use one of them. Empty for any method.',
    example: [],
  }),
  maxAgeSeconds: z.int().min(0).max(2_592_000).nullable().meta({
    description:
      'Maximum age in seconds of the person’s authentication at the provider; null to let the provider decide.',
    example: null,
  }),
}

const { clientSecret, ...shown } = members

export const SsoConnection = resourceSchema('SsoConnection', {
  id: idOf('ssoConnection'),
  ...shown,
  emailDomains: z.array(z.string()).meta({
    description:
      'E-mail domains whose addresses can sign in through the connection, in lower case.',
    example: ['sunrise.example.com'],
  }),
  domains: z.array(SsoDomain).meta({
    description:
      'For each of `emailDomains`, whether it is proved, and the TXT record that proves it. A domain can be proved by only one connection of all centres.',
  }),
  redirectPath: z.string().meta({
    description: 'Redirect URI to register at the provider, relative to the platform’s address.',
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

/** Each connection has its own URL, so that the responses of providers cannot be mixed up. */
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
