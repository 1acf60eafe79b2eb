import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadDefinition } from '../form-templates/queries.ts'
import { signingKeyObject } from '#platform/identity/signing-keys.ts'
import { contentHash, formSignature, signatureHash } from './content-hash.ts'
import type { FormResponseRow } from './schemas.ts'

/** Signs questions and answers with a typed name, using the key that seals the audit trail. */
export const signForm = async (
  tx: Transaction,
  response: FormResponseRow,
  signedName: string,
): Promise<void> => {
  const { kid, privateKey } = await signingKeyObject(tx.platform, 'audit_seal')
  const definition = await loadDefinition(tx, response)
  const facts = {
    tenantId: tx.tenantId,
    id: newId('formSignature'),
    responseId: response.id,
    signedName,
    actorId: tx.actor.id,
    clientId: response.clientId,
    contentHash: contentHash(response, definition),
    keyId: kid,
    signedAt: tx.now,
  }
  const signature = formSignature.sign(signatureHash(facts), privateKey)
  await tx.db.formSignature.create({ data: { ...facts, signature } })
  tx.created({ type: 'formSignature', id: facts.id }, facts)
}
