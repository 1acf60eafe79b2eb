import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { RegistryRecord } from '#providers/registries/license-registry.ts'
import { compare } from './compare.ts'
import type { LicenseCheck } from './get-license-to-check.ts'
import { NO_ANSWER } from './rules.ts'
import { providerLicenseRecord } from './record.ts'
import { toProviderLicense } from './schemas.ts'
import { UNVERIFIED } from './unverified.ts'
import { licenseReviewWorkflow } from './workflows.ts'

/** The registry's answer to a check; `unanswered` if the check was abandoned. */
type Answer = { source: string; found: RegistryRecord | null } | 'unanswered'

/**
 * Records a registry's response. Idempotent: a response to an outdated check, or after a person has decided,
 * changes nothing.
 */
export const settleLicenseCheck = (
  ctx: Context,
  { id, number, question }: LicenseCheck,
  answer: Answer,
): Promise<void> =>
  transact(ctx, 'provider-licenses:write', async (tx) => {
    await lockRecord(tx, 'provider_licenses', id)
    const before = await providerLicenseRecord.load(tx, id)
    const subject = { type: 'providerLicense', id } as const
    if (before.verificationStatus !== 'PENDING' || before.checkNumber !== number) {
      tx.nothingChanged(subject)
      return
    }
    const looked = { verificationMethod: 'REGISTRY', checkedAt: tx.now }
    const after = await providerLicenseRecord.update(tx, id, {
      ...(answer === 'unanswered'
        ? unanswered(before.verifiedAt !== null)
        : answered(compare(question, answer.found), tx.now)),
      ...looked,
      ...(answer !== 'unanswered' && { verificationSource: answer.source }),
      ...touched(tx),
    })
    const [shown, shownAfter] = [toProviderLicense(before), toProviderLicense(after)]
    tx.changed(subject, before, after, { before: shown, after: shownAfter })
    if (after.verificationStatus !== 'VERIFIED' || answer === 'unanswered')
      tx.wake(licenseReviewWorkflow, id)
  })

const answered = (evidence: ReturnType<typeof compare>, now: Date) => {
  if (evidence.every(({ matches }) => matches))
    return {
      verificationStatus: 'VERIFIED',
      verifiedAt: now,
      verifiedBy: 'platform',
      verifiedAlone: false,
      verificationNote: null,
      evidence,
    }
  return { ...UNVERIFIED, verificationStatus: 'MISMATCH', evidence }
}

/** Without a response, nothing is refuted: a valid license stays valid. */
const unanswered = (counted: boolean) =>
  counted
    ? { verificationStatus: 'VERIFIED', verificationNote: NO_ANSWER }
    : { ...UNVERIFIED, verificationNote: NO_ANSWER }
