import type { FormSignature } from '../../prisma/generated/client.ts'
import type { Context } from '../core/context.ts'
import type { Platform } from '../core/platform.ts'
import { read } from '../core/transaction.ts'
import { loadDefinition } from '../form-templates/queries.ts'
import { verificationKey } from '../identity/signing-keys.ts'
import { contentHash, formSignature, signatureHash } from './canonical.ts'
import { loadFormResponse } from './queries.ts'
import type { FormVerification } from './schemas.ts'

/** Computes the hash of a form anew and compares it with what was signed. */
export const verifyFormResponse = (
  ctx: Context,
  { id }: { id: string },
): Promise<FormVerification> =>
  read(ctx, 'form-responses:read', async (reader) => {
    const { signature, ...response } = await loadFormResponse(reader, id)
    const definition = await loadDefinition(reader, response)
    const hash = contentHash(response, definition)
    const { status } = response
    const isPromised = status === 'SUBMITTED' && definition.signature
    const problem = signature
      ? await problemOf(reader.platform, signature, hash)
      : isPromised
        ? 'signature_missing'
        : null
    return { responseId: id, status, contentHash: hash, valid: problem === null, problem }
  })

const problemOf = async (
  platform: Platform,
  signature: FormSignature,
  hash: string,
): Promise<FormVerification['problem']> => {
  const key = await verificationKey(platform, 'audit_seal', signature.keyId)
  if (!key || !formSignature.verify(signatureHash(signature), signature.signature, key))
    return 'signature_invalid'
  return signature.contentHash === hash ? null : 'content_changed'
}
