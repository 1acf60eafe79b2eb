import type { FormSignature } from '#prisma/generated/client.ts'
import { recordedParts } from '#platform/audit/recorded-parts.ts'
import type { Context } from '#platform/core/context/context.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import type { FormDefinition } from '../form-templates/form-definition.ts'
import { loadDefinition } from '../form-templates/queries.ts'
import { scoresOf } from '../form-templates/scores-of.ts'
import { verificationKey } from '#platform/identity/signing-keys.ts'
import { contentHash, formSignature, signatureHash } from './content-hash.ts'
import { formKindOf } from './form-kind-of.ts'
import { answersIn, type FormResponseRow, type FormVerification } from './schemas.ts'

/** The result of verifying a form of any kind. */
type Verdict = Omit<FormVerification, 'responseId'>

/** Recomputes the hash and scores of a form and compares them with the signed values. */
export const verifyForm = (ctx: Context, id: string): Promise<Verdict> => {
  const { read: permission, load } = formKindOf(id)
  return read(ctx, permission, async (reader) => {
    const { signature, ...response } = await load(reader, id)
    const definition = await loadDefinition(reader, response)
    const hash = contentHash(response, definition)
    const { status } = response
    const isPromised =
      (status === 'SUBMITTED' && definition.signature) ||
      (await recordedParts(reader, id, ['formSignature'])).length > 0
    const problem = signature
      ? ((await problemOf(reader.platform, signature, hash)) ?? stateProblem(response, definition))
      : isPromised
        ? 'signature_missing'
        : status === 'SUBMITTED'
          ? stateProblem(response, definition)
          : null
    const isSubmitted = status === 'SUBMITTED' || signature !== null || isPromised
    const valid = isSubmitted ? problem === null : null
    return { status, contentHash: hash, valid, problem }
  })
}

/** Checks unsigned facts that follow from signed ones: the submitted status and the scores. */
const stateProblem = (
  { status, scores, ...response }: Omit<FormResponseRow, 'signature'>,
  definition: FormDefinition,
): FormVerification['problem'] => {
  if (status !== 'SUBMITTED') return 'status_changed'
  const computed = scoresOf(definition, answersIn(response))
  return canonicalJson(computed) === canonicalJson(scores) ? null : 'scores_changed'
}

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
