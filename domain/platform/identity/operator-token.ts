import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { DomainError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import type { Platform } from '../core/platform.ts'
import { isLiveOperatorToken, recordOperatorToken } from './operator-token-records.ts'
import { activeKey, verificationKey } from './signing-keys.ts'

/** Minutes that a token is valid for, at the most. */
export const LONGEST_OPERATOR_MINUTES = 60

const ALGORITHM = 'ES256'
/** Of another type and audience than access tokens: neither passes for the other. */
const TYPE = 'operator+jwt'
const AUDIENCE = 'therapy-care/operators'
/** Longer than any of ours. */
const MAX_TOKEN_LENGTH = 2_048

/** Somebody of the platform's own, for whom the command line has vouched. */
export interface Operator {
  /** As the audit trail names them. */
  name: string
  expiresAt: Date
}

export const OperatorRequest = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9._@-]{0,62}$/i, {
    error: 'must be 1 to 63 letters, digits, dots, dashes, underscores or @',
  }),
  minutes: z.int().min(1).max(LONGEST_OPERATOR_MINUTES),
})

/** A token by which a person may read payloads in the Temporal UI for a while. */
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
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setAudience(AUDIENCE)
    .setSubject(name)
    .setJti(id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey)
  return { id, token, name, expiresAt }
}

/** Whose token it is; `unauthenticated` for everything that is not an operator token of ours, live and not revoked. */
export const verifyOperatorToken = async (
  platform: Platform,
  token: string | undefined,
): Promise<Operator> => {
  if (!token || token.length > MAX_TOKEN_LENGTH) throw notSignedIn()
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid && (await verificationKey(platform, 'access_token', kid))
        if (!key) throw notSignedIn()
        return key
      },
      {
        algorithms: [ALGORITHM],
        typ: TYPE,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'iat', 'exp', 'jti'],
        currentDate: platform.clock.now(),
        maxTokenAge: LONGEST_OPERATOR_MINUTES * 60,
      },
    )
    if (!(await isLiveOperatorToken(platform, payload.jti!))) throw notSignedIn()
    return { name: payload.sub!, expiresAt: new Date(payload.exp! * 1_000) }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw notSignedIn(error)
    throw error
  }
}

const notSignedIn = (cause?: unknown) =>
  new DomainError(
    'unauthenticated',
    'Sign in at /codec/sign-in with a token from `therapy operator token`.',
    { cause },
  )
