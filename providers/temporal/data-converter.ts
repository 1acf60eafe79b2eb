import { fileURLToPath } from 'node:url'
import type { DataConverter } from '@temporalio/common'
import { EncryptionCodec } from './codec.ts'

/** The module that both the workflow bundle and the data converter must use. */
export const FAILURE_CONVERTER_PATH = fileURLToPath(
  new URL('./failure-converter.ts', import.meta.url),
)

/** For clients, workers and replays: encrypts payloads and failures. */
export const encryptedDataConverter = (keys: ReadonlyMap<string, Buffer>): DataConverter => ({
  payloadCodecs: [new EncryptionCodec(keys)],
  failureConverterPath: FAILURE_CONVERTER_PATH,
})
