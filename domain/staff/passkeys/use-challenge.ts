import { z } from 'zod'
import type { Platform } from '#platform/core/context/platform.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import { hashSecret } from '#platform/identity/secrets.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { refusePasskey } from './refuse-passkey.ts'

const LIFETIME_MINUTES = 5
export const CHALLENGE_TIMEOUT_MS = LIFETIME_MINUTES * 60_000

/** The purpose of a challenge, and who may use it: a browser, identified by the hash of its secret, or a session. */
export interface ChallengeUse {
  purpose: 'REGISTER' | 'SIGN_IN' | 'STEP_UP'
  boundTo: string
}

export const keepChallenge = async (
  platform: Platform,
  challenge: string,
  { purpose, boundTo }: ChallengeUse,
): Promise<void> => {
  const expiresAt = addMinutes(platform.clock.now(), LIFETIME_MINUTES)
  await systemSql(platform)(KEEP, [hashSecret(challenge), purpose, boundTo, expiresAt])
}

/** Finds the challenge to which a browser responded. It is used up even if the response is refused. */
export const useChallenge = async (
  platform: Platform,
  clientDataJSON: string,
  { purpose, boundTo }: ChallengeUse,
): Promise<string> => {
  const challenge = challengeIn(clientDataJSON)
  const values = [hashSecret(challenge), purpose, boundTo, platform.clock.now()]
  const [used] = await systemSql(platform)<{ purpose: string }>(USE, values)
  if (!used) throw refusePasskey('CHALLENGE_UNKNOWN')
  return challenge
}

const ClientData = z.object({ challenge: z.string() })

const challengeIn = (clientDataJSON: string): string => {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
      .challenge
  } catch (cause) {
    throw refusePasskey('ANSWER_INVALID', { detail: 'the client data cannot be read', cause })
  }
}

const KEEP = {
  name: 'keep_passkey_challenge',
  text: `INSERT INTO passkey_challenges (id, purpose, bound_to, expires_at) VALUES ($1, $2, $3, $4)`,
}

/** Of several simultaneous responses, only one finds it. */
const USE = {
  name: 'use_passkey_challenge',
  text: `DELETE FROM passkey_challenges
    WHERE id = $1 AND purpose = $2 AND bound_to = $3 AND expires_at > $4 RETURNING purpose`,
}
