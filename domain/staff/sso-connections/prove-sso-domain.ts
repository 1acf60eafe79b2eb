import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { utc } from '#platform/core/time/time.ts'
import { assertMayConnect } from './assert-roles.ts'
import { assertClaimed, type ShownDomain } from './look-up-domain.ts'
import { ssoConnectionRecord } from './record.ts'
import { proofsOf } from './schemas.ts'

/**
 * Assigns a verified domain to this connection. If two connections claim it, the first one gets it
 * (`sso_domains_domain`).
 */
export const proveSsoDomain = (ctx: Context, ref: RecordRef, { domain, provedBy }: ShownDomain) =>
  changeRecord(ctx, ref, ssoConnectionRecord, {
    fields: async (before, tx) => {
      await assertMayConnect(tx)
      if (before.archivedAt)
        throw new DomainError('record_archived', 'The connection is archived. Restore it first.')
      assertClaimed(before.emailDomains, domain)
      const others = proofsOf(before).filter((proof) => proof.domain !== domain)
      return { domainProofs: [...others, { domain, provedAt: utc(tx.now), provedBy }] }
    },
  })
