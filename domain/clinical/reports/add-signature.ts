import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { signingKeyObject } from '#platform/identity/signing-keys.ts'
import type { Cosigner } from '../notes/cosigner-for.ts'
import { namedSigner } from '../notes/named-signer.ts'
import { reportHash, reportSignatureHash, reportSigning } from './report-hash.ts'
import type { ReportRow } from './schemas.ts'

/** Signs a report with the key that seals the audit trail. */
export const addSignature = async (
  tx: Transaction,
  row: ReportRow,
  { role, providerId, onBehalf, delegatedById }: Cosigner & { role: 'AUTHOR' | 'COSIGNER' },
): Promise<void> => {
  const { kid, privateKey } = await signingKeyObject(tx.platform, 'audit_seal')
  const facts = {
    tenantId: tx.tenantId,
    id: newId('clinicalReportSignature'),
    reportId: row.id,
    revision: row.revision,
    role,
    actorId: tx.actor.id,
    ...(await namedSigner(tx)),
    providerId,
    onBehalf,
    delegatedById: delegatedById ?? null,
    contentHash: reportHash(row),
    keyId: kid,
    signedAt: tx.now,
  }
  const signature = reportSigning.sign(reportSignatureHash(facts), privateKey)
  await tx.db.clinicalReportSignature.create({ data: { ...facts, signature } })
  tx.created({ type: 'clinicalReportSignature', id: facts.id }, facts)
}
