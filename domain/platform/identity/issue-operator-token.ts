import { SignJWT } from 'jose'
import { z } from 'zod'
import { newId } from '../core/records/ids.ts'
import type { Platform } from '../core/context/platform.ts'
import { recordOperatorToken } from './operator-token-record.ts'
import { activeKey } from './signing-keys.ts'

/** Maximum lifetime of a token, in minutes. */
export const LONGEST_OPERATOR_MINUTES = 60

export const ALGORITHM = 'ES256'

/** The type and the audience differ from those of access tokens, so that neither is accepted as the other. */
export const TOKEN_TYPE = 'operator+jwt'
export const TOKEN_AUDIENCE = 'therapy-care/operators'

/** An operator, whom the command line names. */
export interface Operator {
  /** The operator's name in the audit trail. */
  name: string
  expiresAt: Date
}

export const OperatorRequest = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9._@-]{0,62}$/i, {
    error: 'must be 1 to 63 letters, digits, dots, dashes, underscores or @',
  }),
  minutes: z.int().min(1).max(LONGEST_OPERATOR_MINUTES),
})

/** Issues a token with which an operator can read payloads in the Temporal UI for a limited time. */
export const issueOperatorToken = async (
  platform: Platform,
  { name, minutes }: z.infer<typeof OperatorRequest>,
): Promise<Operator & { id: string; token: string }> => {
  const { kid, privateKey } = await activeKey(platform, 'access_token')
  const id = newId('operatorToken')
  const issuedAt = new Date(Math.floor(platform.clock.now().getTime() / 1_000) * 1_000)
  const expiresAt = new Date(issuedAt.getTime() + minutes * 60_000)
  await recordOperatorToken(platform, { id, name, issuedAt, expiresAt })
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid })
    .setAudience(TOKEN_AUDIENCE)
    .setSubject(name)
    .setJti(id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey)
  return { id, token, name, expiresAt }
}
