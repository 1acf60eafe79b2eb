export { createTemporalClient, type TemporalClient, type TemporalConfig } from './client.ts'
export { EncryptionCodec } from './codec.ts'
export { encryptedDataConverter, FAILURE_CONVERTER_PATH } from './data-converter.ts'
export {
  registerSearchAttributes,
  searchAttributes,
  searchAttributeTypes,
} from './search-attributes.ts'
