import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32

/** Creates a client secret. It is shown once and stored as a hash. */
export const newClientSecret = (): string => `sk_${randomToken()}`

const REFRESH_PREFIX = 'rt_'
const SESSION_PREFIX = 'st_'
const DELEGATED_PREFIX = 'dk_'

export const newRefreshToken = (): string => `${REFRESH_PREFIX}${randomToken()}`

export const newSessionToken = (): string => `${SESSION_PREFIX}${randomToken()}`

/** Creates the constant credential of a program that acts for a person. */
export const newDelegatedKey = (): string => `${DELEGATED_PREFIX}${randomToken()}`

export const isDelegatedKey = (token: string): boolean => token.startsWith(DELEGATED_PREFIX)

/** The successor of a session token. It is the same for all requests in progress. */
export const nextSessionToken = (key: Buffer, token: string): string =>
  `${SESSION_PREFIX}${createHmac('sha256', key).update(token).digest('base64url')}`

/**
 * The successor of a token in its family. A refresh that is repeated after a lost response gets the same token,
 * although only its hash is stored, so that a family never forks.
 */
export const successorToken = (key: Buffer, token: string, successorId: string): string =>
  `${REFRESH_PREFIX}${createHmac('sha256', key).update(`${successorId}.${token}`).digest('base64url')}`

export const isRefreshToken = (token: string): boolean => token.startsWith(REFRESH_PREFIX)

/**
 * SHA-256 instead of a password hash: the input has 256 random bits, so slow hashing would only make clients
 * slower.
 */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** Compares a secret with a stored hash in constant time. */
export const matchesHash = (secret: string, storedHash: string): boolean => {
  const given = Buffer.from(hashSecret(secret))
  const stored = Buffer.from(storedHash)
  return given.length === stored.length && timingSafeEqual(given, stored)
}

/** 256 random bits. */
export const randomToken = () => randomBytes(SECRET_BYTES).toString('base64url')
