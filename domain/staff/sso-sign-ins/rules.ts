import { domainOf } from '#platform/core/contact/contact.ts'
import { isOneLine, line } from '#platform/core/records/record.ts'
import type { RoleMappings } from '../sso-connections/schemas.ts'
import { refuseSignIn } from './refuse-sign-in.ts'

type Claims = Readonly<Record<string, unknown>>

interface EmailTerms {
  emailDomains: readonly string[]
  /** The domains that the connection has verified. */
  provedDomains: readonly string[]
  trustsEmails: boolean
}

/** The e-mail address that the provider states, in lower case. The connection must have verified its domain. */
export const emailOf = (
  claims: Claims,
  { emailDomains, provedDomains, trustsEmails }: EmailTerms,
): string => {
  const { email, email_verified: verified } = claims
  if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 254)
    throw refuseSignIn('EMAIL_MISSING')
  if (!isOneLine(email)) throw refuseSignIn('EMAIL_MISSING', { detail: 'hidden characters' })
  if (verified !== true && !trustsEmails) throw refuseSignIn('EMAIL_NOT_VERIFIED')
  const address = email.toLowerCase()
  const domain = domainOf(address)
  if (provedDomains.includes(domain)) return address
  throw refuseSignIn(
    emailDomains.includes(domain) ? 'EMAIL_DOMAIN_UNPROVED' : 'EMAIL_DOMAIN_FOREIGN',
  )
}

/**
 * When the provider saw the proof; null if it does not state this. A session that already existed at the
 * provider is not a proof.
 */
export const authenticatedAtOf = ({ auth_time: seconds }: Claims, now: Date): Date | null =>
  typeof seconds === 'number' ? new Date(Math.min(seconds * 1000, now.getTime())) : null

interface RoleTerms {
  roleClaim: string | null
  roleMappings: RoleMappings
  defaultRoles: readonly string[]
}

/** The roles that the provider gives a person; undefined if the connection leaves roles to the centre. */
export const rolesOf = (
  claims: Claims,
  { roleClaim, roleMappings, defaultRoles }: RoleTerms,
): string[] | undefined => {
  if (roleClaim === null) return undefined
  const values = new Set<unknown>([claims[roleClaim]].flat())
  const mapped = roleMappings.filter(({ value }) => values.has(value)).flatMap(({ roles }) => roles)
  const roles = mapped.length > 0 ? [...new Set(mapped)] : [...defaultRoles]
  if (roles.length === 0) throw refuseSignIn('NO_ROLE')
  return roles
}

/** The full name that the provider states, if it can be displayed. */
export const nameOf = ({
  name,
  given_name: given,
  family_name: family,
}: Claims): string | undefined => {
  const full = typeof name === 'string' ? name : [given, family].filter(Boolean).join(' ')
  return line(200).safeParse(full.trim().slice(0, 200)).data
}
