import { errors, jwtVerify } from 'jose'
import { DomainError } from '../core/errors/errors.ts'
import type { Platform } from '../core/context/platform.ts'
import { isLiveOperatorToken } from './operator-token-record.ts'
import { verificationKey } from './signing-keys.ts'
import {
  LONGEST_OPERATOR_MINUTES,
  ALGORITHM,
  TOKEN_TYPE,
  TOKEN_AUDIENCE,
  type Operator,
} from './issue-operator-token.ts'

/** Longer than any token that we issue. */
const MAX_TOKEN_LENGTH = 2_048

/** The operator to whom a valid token belongs. Throws `unauthenticated` for anything else. */
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
        typ: TOKEN_TYPE,
        audience: TOKEN_AUDIENCE,
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
