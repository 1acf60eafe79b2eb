import { isLocalName } from '#providers/webhooks/index.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadSsoConnection } from './queries.ts'
import { domainRecordOf, type DomainProof } from './schemas.ts'

declare const shown: unique symbol

/** A domain that was proven to belong to a centre. `proveSsoDomain` accepts no other. */
export type ShownDomain = Pick<DomainProof, 'domain' | 'provedBy'> & { readonly [shown]: true }

/** Looks up the TXT record that names this connection. It runs before the transaction, in `prepare`. */
export const lookUpDomain = async (
  ctx: OutsideContext,
  { id, domain }: { id: string; domain: string },
): Promise<ShownDomain> => {
  const { emailDomains } = await read(ctx, 'sso-connections:write', (reader) =>
    loadSsoConnection(reader, id),
  )
  assertClaimed(emailDomains, domain)
  if (isLocalName(domain))
    throw new DomainError(
      'domain_not_proved',
      `${domain} is a local name, which public name servers do not know. Ask the platform’s operator to prove the domain.`,
    )
  const { name, value } = domainRecordOf(id, domain)
  const answer = await ctx.platform.textRecords(name)
  if (answer.found === 'NO_ANSWER')
    throw new DomainError(
      'domain_not_proved',
      `The name servers of ${domain} did not answer. Try again later.`,
      { cause: answer.cause },
    )
  if (answer.found === 'NONE' || !answer.found.includes(value))
    throw new DomainError(
      'domain_not_proved',
      `${name} has no TXT record "${value}". Add it at the domain’s name servers, wait until it is published, and try again.`,
    )
  return { domain, provedBy: 'DNS' } as ShownDomain
}

/** The platform's operator vouches for a domain, for example if public name servers do not know it. */
export const vouchForDomain = (domain: string): ShownDomain =>
  ({ domain, provedBy: 'OPERATOR' }) as ShownDomain

export const assertClaimed = (emailDomains: readonly string[], domain: string): void => {
  if (!emailDomains.includes(domain))
    throw invalid(
      'domain',
      'not_allowed',
      'domain must be one of emailDomains. Add it there first.',
    )
}
