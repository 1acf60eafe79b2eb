import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32

/** A client secret: shown once, kept as its hash. */
export const newClientSecret = (): string => `sk_${randomToken()}`

const REFRESH_PREFIX = 'rt_'
const SESSION_PREFIX = 'st_'
const DELEGATED_PREFIX = 'dk_'

export const newRefreshToken = (): string => `${REFRESH_PREFIX}${randomToken()}`

export const newSessionToken = (): string => `${SESSION_PREFIX}${randomToken()}`

/** What a program sends that acts for a person. It does not change. */
export const newDelegatedKey = (): string => `${DELEGATED_PREFIX}${randomToken()}`

export const isDelegatedKey = (token: string): boolean => token.startsWith(DELEGATED_PREFIX)

/** The token that follows another of a session: the same one for all requests that are under way. */
export const nextSessionToken = (key: Buffer, token: string): string =>
  `${SESSION_PREFIX}${createHmac('sha256', key).update(token).digest('base64url')}`

/**
 * The token that follows another in its family. Who repeats a refresh whose answer was lost gets
 * this very token again, though only its hash is stored, so that a family never forks.
 */
export const successorToken = (key: Buffer, token: string, successorId: string): string =>
  `${REFRESH_PREFIX}${createHmac('sha256', key).update(`${successorId}.${token}`).digest('base64url')}`

export const isRefreshToken = (token: string): boolean => token.startsWith(REFRESH_PREFIX)

/**
 * SHA-256, and rightly no password hash: what is hashed here has 256 random bits, so that there is
 * no dictionary to slow down, only clients.
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
