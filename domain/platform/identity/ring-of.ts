import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { Platform } from '../core/context/platform.ts'
import { HOUR_MS } from '../core/time/time.ts'
import {
  freshKey,
  INSERT_KEY,
  sealPurpose,
  type KeyPurpose,
  type PublicJwk,
  type SigningKey,
} from './signing-key.ts'
import { systemSql, type Statement } from './system-sql.ts'

/**
 * How long a retired key stays published and trusted: longer than its signatures are valid, and longer than
 * other processes may use it (REFRESH_MS). Seals are verified for ever.
 */
export const OVERLAP_MS: Record<KeyPurpose, number> = {
  access_token: HOUR_MS,
  webhook: 7 * 24 * HOUR_MS,
  audit_seal: Infinity,
}

/** Keys are loaded again after this time, because another process may rotate them. */
const REFRESH_MS = 30_000
/** If an unknown key is requested, they are loaded earlier, but at most this often. */
const RELOAD_AFTER_MISS_MS = 3_000

interface KeyRow {
  id: string
  algorithm: string
  public_jwk: PublicJwk
  ciphertext: string
  created_at: Date
  signs_from: Date
  retired_at: Date | null
}

interface LoadedKeys {
  loadedAt: number
  /** The key that signs now. */
  active: SigningKey
  /** The key that signs now, or that will sign later. */
  newest: SigningKey
  rows: KeyRow[]
  published: ReadonlyMap<string, { publicJwk: PublicJwk; publicKey: KeyObject }>
}

/** The keys of one purpose, cached in this process. */
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
      // Cached keys bridge a short outage of the database.
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

  /** Simultaneous callers share one query. */
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
    // Before a key's start, its predecessor signs; if there is none, the oldest known key signs.
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

  /** Key objects are cached, because jose caches what it derives from them. */
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

const rings = new WeakMap<Platform, Map<KeyPurpose, KeyRing>>()

/** The key ring for a purpose in this process. */
export const ringOf = (platform: Platform, purpose: KeyPurpose): KeyRing => {
  const ofPlatform = rings.get(platform) ?? new Map<KeyPurpose, KeyRing>()
  rings.set(platform, ofPlatform)
  const ring = ofPlatform.get(purpose) ?? new KeyRing(platform, purpose)
  ofPlatform.set(purpose, ring)
  return ring
}

const READ: Statement = {
  name: 'signing_keys_read',
  text: `SELECT id, algorithm, public_jwk, ciphertext, created_at, signs_from, retired_at FROM signing_keys
    WHERE purpose = $1 AND (retired_at IS NULL OR retired_at > $2) ORDER BY created_at DESC, id DESC`,
}

const CREATE: Statement = {
  name: 'signing_keys_create',
  text: `${INSERT_KEY} ON CONFLICT (purpose) WHERE retired_at IS NULL DO NOTHING`,
}
