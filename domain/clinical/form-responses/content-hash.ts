/**
 * The content of a form that is hashed and signed (core/signed-hash.ts), field by field in this order. It
 * includes the questions, because answers mean nothing without them. It excludes the child, because a merge
 * moves records of a duplicate child.
 */
import type { FormResponse, FormSignature } from '#prisma/generated/client.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import { hashOf, signing } from '#platform/core/crypto/signing.ts'

const FORM = 'therapy-care.form-response.v1'
const SIGNATURE = 'therapy-care.form-signature.v1'

/** The hash that a signature covers. */
export const contentHash = (
  response: Pick<FormResponse, 'tenantId' | 'id' | 'templateId' | 'templateVersion' | 'answers'>,
  definition: unknown,
): string =>
  hashOf(FORM, [
    response.tenantId,
    response.id,
    response.templateId,
    String(response.templateVersion),
    canonicalJson(definition),
    canonicalJson(response.answers),
  ])

/** Who signed what, when, and under which name. */
export type SignatureFacts = Omit<FormSignature, 'signature'>

export const signatureHash = (facts: SignatureFacts): string =>
  hashOf(SIGNATURE, [
    facts.tenantId,
    facts.id,
    facts.responseId,
    facts.signedName,
    facts.actorId,
    facts.clientId,
    facts.contentHash,
    facts.keyId,
    String(facts.signedAt.getTime()),
  ])

export const formSignature = signing(SIGNATURE)
