import { defaultPayloadConverter, METADATA_ENCODING_KEY, type Payload } from '@temporalio/common'
import { z } from 'zod'
import { ENCODING, EncryptionCodec } from './codec.ts'

/** Payloads as sent by Temporal's UI and command line: protobuf's JSON, with bytes as base64. */
export const WirePayloads = z.object({
  payloads: z
    .array(
      z.object({
        metadata: z.record(z.string(), z.base64()).default({}),
        data: z.base64().default(''),
      }),
    )
    .max(1_000),
})

export type WirePayload = z.infer<typeof WirePayloads>['payloads'][number]

export interface OpenedPayload {
  payload: WirePayload
  /** The decrypted value, if the payload was ours and JSON. */
  value?: unknown
  opened: boolean
}

/**
 * Decrypts payloads for display. Payloads that are not ours, or whose key no longer exists, are returned
 * unchanged, and the UI shows them as they are in Temporal.
 */
export const openForDisplay = (
  keys: ReadonlyMap<string, Buffer>,
  payloads: readonly WirePayload[],
): Promise<OpenedPayload[]> => {
  const codec = new EncryptionCodec(keys)
  return Promise.all(
    payloads.map(async (payload) => {
      const sealed = fromWire(payload)
      if (encodingOf(sealed) !== ENCODING) return { payload, opened: false }
      try {
        const [plain] = await codec.decode([sealed])
        return { payload: toWire(plain!), value: valueOf(plain!), opened: true }
      } catch {
        return { payload, opened: false }
      }
    }),
  )
}

/** Encrypts a value as we write it to Temporal, to prove that it can be decrypted. */
export const sealForDisplay = async (
  keys: ReadonlyMap<string, Buffer>,
  value: unknown,
): Promise<WirePayload> => {
  const [sealed] = await new EncryptionCodec(keys).encode([
    defaultPayloadConverter.toPayload(value),
  ])
  return toWire(sealed!)
}

const fromWire = ({ metadata, data }: WirePayload): Payload => ({
  metadata: mapValues(metadata, (bytes) => Buffer.from(bytes, 'base64')),
  data: Buffer.from(data, 'base64'),
})

const toWire = ({ metadata, data }: Payload): WirePayload => ({
  metadata: mapValues(metadata ?? {}, (bytes) => Buffer.from(bytes).toString('base64')),
  data: Buffer.from(data ?? []).toString('base64'),
})

const mapValues = <From, To>(members: Record<string, From>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value)]))

const encodingOf = ({ metadata }: Payload) =>
  Buffer.from(metadata?.[METADATA_ENCODING_KEY] ?? []).toString()

const valueOf = (payload: Payload): unknown =>
  encodingOf(payload) === 'json/plain'
    ? (JSON.parse(Buffer.from(payload.data ?? []).toString()) as unknown)
    : undefined
