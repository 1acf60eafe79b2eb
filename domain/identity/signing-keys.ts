import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { newId } from '../core/ids.ts'
import type { Platform } from '../core/platform.ts'
import { systemSql, type Statement } from './system-sql.ts'
import { HOUR_MS } from '../core/time.ts'

/** What the platform signs: access tokens, deliveries (v2), seals of the audit trail. */
export type KeyPurpose = 'access_token' | 'webhook' | 'audit_seal'

/** The JOSE algorithm of each purpose (RFC 7518, RFC 8037). */
const ALGORITHMS = { access_token: 'ES256', webhook: 'EdDSA', audit_seal: 'EdDSA' } as const

/**
 * How long a retired key is still published and trusted. Longer than what it signed is valid for,
 * and than other processes may go on signing with it (REFRESH_MS). Seals are verified for ever.
 */
const OVERLAP_MS: Record<KeyPurpose, number> = {
  access_token: HOUR_MS,
  webhook: 7 * 24 * HOUR_MS,
  audit_seal: Infinity,
}

/**
 * For how long a new key is published before it signs: longer than verifiers keep the key set (300 s) and
 * than another process publishes what it knew (REFRESH_MS), so that nobody meets a key that they cannot
 * know. Tokens and seals are verified by ourselves, who read the keys again when one is not known.
 */
const ANNOUNCED_MS: Record<KeyPurpose, number> = {
  access_token: 0,
  webhook: 6 * 60_000,
  audit_seal: 0,
}

/** Another process may have rotated: keys are read again after this long… */
const REFRESH_MS = 30_000
/** …or when a key is asked for that is not known, but no more often than this. */
const RELOAD_AFTER_MISS_MS = 3_000

/** A public key as it is published (RFC 7517). */
export interface PublicJwk extends JsonWebKey {
  kid: string
  alg: string
  use: 'sig'
}

export interface SigningKey {
  kid: string
  algorithm: string
  publicJwk: PublicJwk
  publicKey: KeyObject
  privateKey: KeyObject
  createdAt: Date
  /** From when it signs, the key before it until then. */
  signsFrom: Date
}

/** The key that signs now; made on first use. Processes that race for it end with the same one. */
export const activeKey = async (platform: Platform, purpose: KeyPurpose): Promise<SigningKey> =>
  (await ringOf(platform, purpose).current()).active

/** As {@link activeKey}, for `node:crypto`'s `sign`. */
export const signingKeyObject = async (
  platform: Platform,
  purpose: KeyPurpose,
): Promise<{ kid: string; privateKey: KeyObject }> => {
  const { kid, privateKey } = await activeKey(platform, purpose)
  return { kid, privateKey }
}

/** What is published: the active key and those retired within the overlap, the newest first. */
export const publicKeys = async (platform: Platform, purpose: KeyPurpose): Promise<PublicJwk[]> => {
  const { published } = await ringOf(platform, purpose).current()
  return [...published.values()].map(({ publicJwk }) => publicJwk)
}

/** The key that a signature names, from our own set only; `undefined` when it is not in there. */
export const verificationKey = (
  platform: Platform,
  purpose: KeyPurpose,
  kid: string,
): Promise<KeyObject | undefined> => ringOf(platform, purpose).find(kid)

/**
 * Retires the key and makes the next, which signs when it has been published for long enough (`at once`:
 * now, when the key before it must not sign any more). Two rotations at once are one.
 */
export const rotateKey = async (
  platform: Platform,
  purpose: KeyPurpose,
  { atOnce = false } = {},
): Promise<SigningKey> => {
  const announcedMs = atOnce ? 0 : ANNOUNCED_MS[purpose]
  await systemSql(platform)(ROTATE, freshKey(platform, purpose, announcedMs))
  return (await ringOf(platform, purpose).load()).newest
}

/** A key as operators see it. */
export interface KeyInfo {
  kid: string
  algorithm: string
  createdAt: Date
  signsFrom: Date
  /** When the next was made; null for the newest. */
  retiredAt: Date | null
  /** It may be retired and sign on until the next one's time has come. */
  signs: boolean
  /** Until when it is published; null for as long as it is not retired, or for ever. */
  publishedUntil: Date | null
}

/** The keys that are published, the newest first. */
export const listKeys = async (platform: Platform, purpose: KeyPurpose): Promise<KeyInfo[]> => {
  const { active, rows } = await ringOf(platform, purpose).load()
  const overlapMs = OVERLAP_MS[purpose]
  return rows.map((row) => ({
    kid: row.id,
    algorithm: row.algorithm,
    createdAt: row.created_at,
    signsFrom: row.signs_from,
    retiredAt: row.retired_at,
    signs: row.id === active.kid,
    publishedUntil:
      row.retired_at && overlapMs !== Infinity
        ? new Date(row.retired_at.getTime() + overlapMs)
        : null,
  }))
}

interface LoadedKeys {
  loadedAt: number
  /** It signs. */
  active: SigningKey
  /** It signs, or will. */
  newest: SigningKey
  rows: KeyRow[]
  published: ReadonlyMap<string, { publicJwk: PublicJwk; publicKey: KeyObject }>
}

/** The keys of one purpose, as this process knows them. */
class KeyRing {
  readonly #platform: Platform
  readonly #purpose: KeyPurpose
  #loaded: LoadedKeys | undefined
  #loading: Promise<LoadedKeys> | undefined
  #missedAt = -Infinity

  constructor(platform: Platform, purpose: KeyPurpose) {
    this.#platform = platform
    this.#purpose = purpose
  }

  async current(): Promise<LoadedKeys> {
    const loaded = this.#loaded
    if (loaded && this.#now() - loaded.loadedAt < REFRESH_MS) return loaded
    try {
      return await this.load()
    } catch (error) {
      // Known keys outlive a database that is away for a moment.
      if (loaded) return loaded
      throw error
    }
  }

  async find(kid: string): Promise<KeyObject | undefined> {
    const known = (await this.current()).published.get(kid)
    if (known) return known.publicKey
    const now = this.#now()
    if (now - this.#missedAt < RELOAD_AFTER_MISS_MS) return undefined
    this.#missedAt = now
    return (await this.load()).published.get(kid)?.publicKey
  }

  /** Callers of the same moment share one query. */
  load(): Promise<LoadedKeys> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(): Promise<LoadedKeys> {
    let rows = await this.#read()
    if (!rows.some((row) => row.retired_at === null)) {
      await systemSql(this.#platform)(CREATE, freshKey(this.#platform, this.#purpose))
      rows = await this.#read()
    }
    const newest = rows.find((row) => row.retired_at === null)
    if (!newest) throw new Error(`There is no active ${this.#purpose} key`)
    const now = this.#now()
    // Until a key's time has come the one before it signs, or else the one that is known for longest.
    const active = rows.find((row) => row.signs_from.getTime() <= now) ?? rows.at(-1) ?? newest
    this.#loaded = {
      loadedAt: now,
      active: this.#opened(active),
      newest: this.#opened(newest),
      rows,
      published: new Map(rows.map((row) => [row.id, this.#published(row)])),
    }
    return this.#loaded
  }

  #read(): Promise<KeyRow[]> {
    const since = Math.max(0, this.#now() - OVERLAP_MS[this.#purpose])
    return systemSql(this.#platform)<KeyRow>(READ, [this.#purpose, new Date(since)])
  }

  /** Key objects are kept: jose remembers what it derived from them. */
  #published({ id, public_jwk: publicJwk }: KeyRow) {
    return (
      this.#loaded?.published.get(id) ?? {
        publicJwk,
        publicKey: createPublicKey({ key: publicJwk, format: 'jwk' }),
      }
    )
  }

  #opened(row: KeyRow): SigningKey {
    const { active, newest } = this.#loaded ?? {}
    return [active, newest].find((key) => key?.kid === row.id) ?? this.#open(row)
  }

  #open(row: KeyRow): SigningKey {
    const jwk = this.#platform.cipher.open(row.ciphertext, sealPurpose(this.#purpose))
    return {
      kid: row.id,
      algorithm: row.algorithm,
      ...this.#published(row),
      privateKey: createPrivateKey({ key: JSON.parse(jwk) as JsonWebKey, format: 'jwk' }),
      createdAt: row.created_at,
      signsFrom: row.signs_from,
    }
  }

  #now(): number {
    return this.#platform.clock.now().getTime()
  }
}

interface KeyRow {
  id: string
  algorithm: string
  public_jwk: PublicJwk
  ciphertext: string
  created_at: Date
  signs_from: Date
  retired_at: Date | null
}

const rings = new WeakMap<Platform, Map<KeyPurpose, KeyRing>>()

const ringOf = (platform: Platform, purpose: KeyPurpose): KeyRing => {
  const ofPlatform = rings.get(platform) ?? new Map<KeyPurpose, KeyRing>()
  rings.set(platform, ofPlatform)
  const ring = ofPlatform.get(purpose) ?? new KeyRing(platform, purpose)
  ofPlatform.set(purpose, ring)
  return ring
}

/** The values of a new key's row. The private part leaves this process encrypted only. */
const freshKey = (platform: Platform, purpose: KeyPurpose, announcedMs = 0): unknown[] => {
  const kid = newId('signingKey')
  const alg = ALGORITHMS[purpose]
  const { publicKey, privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('ed25519')
  const publicJwk: PublicJwk = { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }
  const privateJwk = JSON.stringify(privateKey.export({ format: 'jwk' }))
  const ciphertext = platform.cipher.seal(privateJwk, sealPurpose(purpose))
  const now = platform.clock.now()
  const signsFrom = new Date(now.getTime() + announcedMs)
  return [kid, purpose, alg, JSON.stringify(publicJwk), ciphertext, now, signsFrom]
}

const sealPurpose = (purpose: KeyPurpose) => `signing-key/${purpose}`

const READ: Statement = {
  name: 'signing_keys_read',
  text: `SELECT id, algorithm, public_jwk, ciphertext, created_at, signs_from, retired_at FROM signing_keys
    WHERE purpose = $1 AND (retired_at IS NULL OR retired_at > $2) ORDER BY created_at DESC, id DESC`,
}

const INSERT = `INSERT INTO signing_keys (id, purpose, algorithm, public_jwk, ciphertext, created_at, signs_from)
  SELECT $1, $2, $3, $4::jsonb, $5, $6::timestamptz, $7::timestamptz`

const CREATE: Statement = {
  name: 'signing_keys_create',
  text: `${INSERT} ON CONFLICT (purpose) WHERE retired_at IS NULL DO NOTHING`,
}

/** The count makes the old key retire before the new one meets the index of active keys. */
const ROTATE: Statement = {
  name: 'signing_keys_rotate',
  text: `WITH retired AS (
      UPDATE signing_keys SET retired_at = $6 WHERE purpose = $2 AND retired_at IS NULL RETURNING id
    ) ${INSERT} WHERE (SELECT count(*) FROM retired) >= 0
    ON CONFLICT (purpose) WHERE retired_at IS NULL DO NOTHING`,
}
