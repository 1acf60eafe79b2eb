import type { Cipher } from '#platform/core/crypto/cipher.ts'

/** A key of at least this length is shown by its last four characters. */
const HINTED_LENGTH = 20

/** A stored key, encrypted and bound to the model. */
interface SealedKey {
  sealedKey: string | null
  keyHint: string | null
}

export const sealKey = (cipher: Cipher, modelId: string, key: string | null): SealedKey =>
  key === null
    ? { sealedKey: null, keyHint: null }
    : {
        sealedKey: cipher.seal(key, purposeOf(modelId)),
        keyHint: key.length < HINTED_LENGTH ? '…' : `…${key.slice(-4)}`,
      }

export const openKey = (
  cipher: Cipher,
  { id, sealedKey }: { id: string; sealedKey: string | null },
): string | null => (sealedKey === null ? null : cipher.open(sealedKey, purposeOf(id)))

const purposeOf = (modelId: string) => `ai_model_key/${modelId}`
