import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import {
  METADATA_ENCODING_KEY,
  ValueError,
  type Payload,
  type PayloadCodec,
} from '@temporalio/common'
import proto from '@temporalio/proto'
import { isReadable } from './readable.ts'

/** Metadata that marks a payload as ours and gives the id of its encryption key. */
export const ENCODING = 'binary/encrypted'
const KEY_ID = 'encryption-key-id'
const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const { Payload: PayloadMessage } = proto.temporal.api.common.v1

/**
 * Encrypts every payload sent to Temporal: AES-256-GCM over the whole payload, including its metadata, as iv ‖
 * tag ‖ ciphertext. Plaintext is refused, so nothing that was written into Temporal without the key is ever
 * acted on. Search attributes are not encrypted by the codec. Summaries and details for operators stay readable
 * (readable.ts), because no code acts on them.
 *
 * @param keys 32 bytes each, keyed by id. The first encrypts, all decrypt.
 */
export class EncryptionCodec implements PayloadCodec {
  readonly #keys: ReadonlyMap<string, Buffer>
  readonly #current: [id: string, key: Buffer]

  constructor(keys: ReadonlyMap<string, Buffer>) {
    const [current] = keys
    if (!current) throw new TypeError('The payload codec needs at least one key')
    this.#keys = keys
    this.#current = current
  }

  async encode(payloads: Payload[]): Promise<Payload[]> {
    return payloads.map((payload) => (isForOperators(payload) ? payload : this.#encrypt(payload)))
  }

  async decode(payloads: Payload[]): Promise<Payload[]> {
    return payloads.map((payload) => (isForOperators(payload) ? payload : this.#decrypt(payload)))
  }

  #encrypt(payload: Payload): Payload {
    const [keyId, key] = this.#current
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(keyId))
    const plaintext = PayloadMessage.encode(PayloadMessage.create(payload)).finish()
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
    return {
      metadata: { [METADATA_ENCODING_KEY]: Buffer.from(ENCODING), [KEY_ID]: Buffer.from(keyId) },
      data: Buffer.concat([iv, cipher.getAuthTag(), ciphertext]),
    }
  }

  #decrypt({ metadata, data }: Payload): Payload {
    if (text(metadata?.[METADATA_ENCODING_KEY]) !== ENCODING || !data) {
      throw new ValueError('A payload from Temporal is not encrypted and was refused')
    }
    const keyId = text(metadata?.[KEY_ID])
    const key = this.#keys.get(keyId)
    if (!key) {
      throw new ValueError(`ENCRYPTION_KEYS has no key '${keyId}', which encrypted this payload`)
    }
    const bytes = Buffer.from(data)
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(keyId))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const ciphertext = bytes.subarray(IV_BYTES + TAG_BYTES)
    return PayloadMessage.decode(Buffer.concat([decipher.update(ciphertext), decipher.final()]))
  }
}

/** A single text in the format of readable.ts. Work is passed as objects, never as such a text. */
const isForOperators = ({ metadata, data }: Payload): boolean => {
  if (!data || data.length > MOST_READABLE_BYTES) return false
  if (text(metadata?.[METADATA_ENCODING_KEY]) !== 'json/plain') return false
  try {
    return isReadable(JSON.parse(text(data)))
  } catch {
    return false
  }
}

const MOST_READABLE_BYTES = 500

const text = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString()
