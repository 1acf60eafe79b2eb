/**
 * The content of a plan that is hashed and signed (core/crypto/signing.ts). It excludes the child, because a
 * merge moves records of a duplicate child.
 */
import type { IfspSignature } from '#prisma/generated/client.ts'
import { hashOf, signing } from '#platform/core/crypto/signing.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import { dateText } from '#platform/core/time/time.ts'
import type { WholePlan } from './rules.ts'

const PLAN = 'therapy-care.ifsp.v1'
const SIGNATURE = 'therapy-care.ifsp-signature.v1'

interface PlanRow {
  tenantId: string
  id: string
  programId: string
  number: number
  kind: string
  meetingOn: Date
}

/** The hash that signatures cover. */
export const ifspHash = (row: PlanRow, plan: WholePlan): string =>
  hashOf(PLAN, [
    row.tenantId,
    row.id,
    row.programId,
    String(row.number),
    row.kind,
    dateText(row.meetingOn),
    canonicalJson(plan),
  ])

/** Who signed what, when, and under which name. */
type IfspSignatureFacts = Omit<IfspSignature, 'signature'>

export const ifspSignatureHash = (facts: IfspSignatureFacts): string =>
  hashOf(SIGNATURE, [
    facts.tenantId,
    facts.id,
    facts.ifspId,
    facts.role,
    facts.clientId,
    facts.providerId,
    facts.signedName,
    facts.channel,
    canonicalJson(facts.declinedServices),
    dateText(facts.signedOn),
    facts.actorId,
    facts.contentHash,
    facts.keyId,
    String(facts.signedAt.getTime()),
  ])

export const ifspSigning = signing(SIGNATURE)
