import type { ConsentKind } from '#organization/services/consent-kind.ts'
import type { Milestone } from '#vocabulary/milestones.ts'
import type { IfspService } from './ifsp-services.ts'
import type { RecordMilestone } from './schemas.ts'

/** A required consent, and the day on which it must be in force. */
export interface ConsentNeed {
  kind: ConsentKind
  day: string
  /** The action that requires it. */
  what: string
}

/** 34 CFR 303.420(a)(1) and (2): before screening, evaluation or assessment of a child. */
const EXAMINING: ReadonlySet<Milestone> = new Set([
  'SCREENING',
  'EVALUATION',
  'CHILD_ASSESSMENT',
  'FAMILY_ASSESSMENT',
])

/**
 * The consents that a milestone requires. In any program, sharing records requires consent (303.414(a)), and so
 * do the milestones of a child who was referred late (303.209(b)(1)(iii)).
 */
export const consentsForMilestone = (
  { kind, occurredOn: day, declinedByFamily, recordsShared }: RecordMilestone,
  { consentsRequired, isOfLateReferral }: { consentsRequired: boolean; isOfLateReferral: boolean },
): ConsentNeed[] => {
  const needs: ConsentNeed[] = []
  if (recordsShared) needs.push({ kind: 'INFORMATION_EXCHANGE', day, what: 'recordsShared' })
  if (isOfLateReferral && !declinedByFamily)
    needs.push({ kind: 'INFORMATION_EXCHANGE', day, what: `${kind} of a child referred late` })
  if (!consentsRequired || declinedByFamily) return needs
  if (EXAMINING.has(kind)) needs.push({ kind: 'EVALUATION_AND_ASSESSMENT', day, what: kind })
  if (kind === 'SERVICES_STARTED')
    needs.push({ kind: 'EARLY_INTERVENTION_SERVICES', day, what: kind })
  return needs
}

const INSURANCE: ReadonlySet<IfspService['payerKind']> = new Set([
  'PUBLIC_INSURANCE',
  'PRIVATE_INSURANCE',
])

/** The consents required by services that start or that are billed to insurance for the first time. */
export const consentsForServices = (
  before: readonly IfspService[],
  after: readonly IfspService[],
  { consentsRequired, today }: { consentsRequired: boolean; today: string },
): ConsentNeed[] => {
  const known = new Map(before.map((it) => [it.key, it]))
  return after.flatMap(({ key, startedOn, payerKind }) => {
    const was = known.get(key)
    const needs: ConsentNeed[] = []
    if (consentsRequired && startedOn && startedOn !== was?.startedOn) {
      const what = `the start of ${key}`
      needs.push({ kind: 'EARLY_INTERVENTION_SERVICES', day: startedOn, what })
    }
    if (INSURANCE.has(payerKind) && payerKind !== was?.payerKind)
      needs.push({ kind: 'INSURANCE_USE', day: today, what: `payerKind of ${key}` })
    return needs
  })
}
