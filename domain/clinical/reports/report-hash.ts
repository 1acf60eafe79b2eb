/**
 * The content of a report that is hashed and signed (core/crypto/signing.ts). It excludes the child, because a
 * merge moves records of a duplicate child.
 */
import type { ClinicalReportSignature } from '#prisma/generated/client.ts'
import { hashOf, signing } from '#platform/core/crypto/signing.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import { dateText } from '#platform/core/time/time.ts'
import { findingsOf, type ReportRow } from './schemas.ts'

const REPORT = 'therapy-care.clinical-report.v1'
const SIGNATURE = 'therapy-care.clinical-report-signature.v1'

/** The hash that signatures cover. */
export const reportHash = (row: ReportRow): string =>
  hashOf(REPORT, [
    row.tenantId,
    row.id,
    String(row.revision),
    row.kind,
    row.providerId,
    row.supervisorId,
    row.replacesId,
    dateText(row.startsOn),
    dateText(row.endsOn),
    canonicalJson(findingsOf(row)),
    row.summary,
    row.recommendations,
  ])

export const reportSignatureHash = (facts: Omit<ClinicalReportSignature, 'signature'>): string =>
  hashOf(SIGNATURE, [
    facts.tenantId,
    facts.id,
    facts.reportId,
    String(facts.revision),
    facts.role,
    facts.actorId,
    facts.signerName,
    facts.signerSessionId,
    facts.providerId,
    String(facts.onBehalf),
    facts.delegatedById,
    facts.contentHash,
    facts.keyId,
    String(facts.signedAt.getTime()),
  ])

export const reportSigning = signing(SIGNATURE)
