import { STAFF, PLUMBING } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const identity = defineResource({
  records: {
    refreshToken: { prefix: 'rft', table: 'refresh_tokens' },
    tokenFamily: { prefix: 'rff' },
    accessToken: { prefix: 'jti' },
    operatorToken: { prefix: 'opt', table: 'operator_tokens' },
    signingKey: { prefix: 'kid', table: 'signing_keys' },
  },
  tables: {
    refresh_tokens: { withoutPersonalData: STAFF },
    operator_tokens: { withoutPersonalData: 'the platform’s own' },
    signing_keys: { withoutPersonalData: 'the platform’s own' },
    revoked_tokens: { withoutPersonalData: STAFF },
    rate_limits: { withoutPersonalData: PLUMBING },
  },
})
