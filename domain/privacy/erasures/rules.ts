import { DomainError } from '#platform/core/errors/errors.ts'
import type { ErasedWhen } from '#vocabulary/erasing.ts'
import type { RetentionPolicy } from '../retention/schemas.ts'
import type { Blocker } from './schemas.ts'

export const assertNothingOpen = (blockers: Blocker[]): void => {
  if (blockers.length === 0) return
  const kinds = [...new Set(blockers.map(({ kind }) => kind))].join(', ')
  throw new DomainError(
    'erasure_blocked',
    `Some matters of this person are still open (${kinds}). End the records in \`blockers\` before you request the erasure again.`,
    { extra: { blockers } },
  )
}

/**
 * Why an erasure keeps a record for now. In resource.ts, each table names its rule (`remove`, `empty` or `keep`
 * of vocabulary/erasing.ts); the centre's retention policy sets the time.
 */
export const retentionBasis = ({
  clinicalYears,
  childUntilAge,
  financialYears,
}: RetentionPolicy): Record<ErasedWhen, string> => ({
  AT_ONCE: 'no duty to keep it (Art. 17(1) GDPR)',
  CLINICAL: `${clinicalYears} years after the last contact${childUntilAge ? `, or until the ${childUntilAge}th birthday if that is later` : ''} (§ 630f(3) BGB; the centre’s retention policy)`,
  FINANCIAL: `${financialYears} years from the end of the calendar year of the last order or payment (§ 147(3) AO, § 257(4) HGB; the centre’s retention policy)`,
  LAST: 'it identifies the person of the records that are kept',
})
