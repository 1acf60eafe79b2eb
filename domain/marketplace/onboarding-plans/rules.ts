import { DomainError } from '#platform/core/errors/errors.ts'
import type { Issue, IssueCode } from '#platform/core/input/issue.ts'
import type { ContentType } from '#clinical/attachments/rules.ts'
import type { NewRequirement, ProvidedBy, Requirement, RequirementKind } from './requirement.ts'

/** Who can provide each kind of requirement; the first is the default. */
const PROVIDERS: Record<RequirementKind, readonly [ProvidedBy, ...ProvidedBy[]]> = {
  DOCUMENT: ['APPLICANT', 'CENTRE'],
  LICENSE: ['APPLICANT'],
  REFERENCE: ['REFEREE'],
  AGREEMENT: ['APPLICANT'],
  TRAINING: ['APPLICANT', 'CENTRE'],
  BACKGROUND_CHECK: ['CENTRE', 'APPLICANT'],
  INTERVIEW: ['CENTRE'],
}

/** Whether the applicant uploads a file for the requirement. */
export const takesFile = ({
  kind,
  providedBy,
}: Pick<Requirement, 'kind' | 'providedBy'>): boolean =>
  providedBy === 'APPLICANT' && kind !== 'AGREEMENT' && kind !== 'LICENSE'

/** The media types that its file may have. */
export const acceptedTypes = ({ contentTypes }: Requirement): readonly ContentType[] =>
  contentTypes.length > 0 ? contentTypes : USUAL_TYPES

const USUAL_TYPES: readonly ContentType[] = ['application/pdf', 'image/jpeg', 'image/png']

/** The requirements of a plan, with defaults filled in. Throws all errors in them. */
export const completed = (given: readonly NewRequirement[]): Requirement[] => {
  const requirements = given.map((requirement) => ({
    ...requirement,
    providedBy: requirement.providedBy ?? PROVIDERS[requirement.kind][0],
  }))
  const issues = requirements.flatMap((requirement, index) =>
    issuesOf(requirement).map((issue) => ({
      ...issue,
      path: `requirements.${index}.${issue.path}`,
    })),
  )
  for (const [index, { key }] of requirements.entries())
    if (requirements.findIndex((other) => other.key === key) < index)
      issues.push(
        issue(
          `requirements.${index}.key`,
          'duplicate',
          'is already the key of another requirement',
        ),
      )
  const [first] = issues
  if (first)
    throw new DomainError('validation_failed', `${first.path}: ${first.message}`, { issues })
  return requirements
}

const issuesOf = (requirement: Requirement): Issue[] => {
  const { kind, providedBy, formTemplateId, references, contentTypes } = requirement
  const issues: Issue[] = []
  const report = (path: string, code: IssueCode, message: string) =>
    issues.push(issue(path, code, message))
  if (!PROVIDERS[kind].includes(providedBy))
    report('providedBy', 'mismatch', `for kind ${kind} must be ${PROVIDERS[kind].join(' or ')}`)
  if (kind === 'AGREEMENT' && formTemplateId === null)
    report('formTemplateId', 'required', 'is required for an AGREEMENT')
  if (kind !== 'AGREEMENT' && formTemplateId !== null)
    report('formTemplateId', 'mismatch', 'is allowed only for an AGREEMENT')
  if (kind === 'REFERENCE' && references === null)
    report('references', 'required', 'is required for a REFERENCE')
  if (kind !== 'REFERENCE' && references !== null)
    report('references', 'mismatch', 'is allowed only for a REFERENCE')
  if (contentTypes.length > 0 && !takesFile(requirement))
    report(
      'contentTypes',
      'mismatch',
      'is allowed only for requirements with a file from the applicant',
    )
  return issues
}

const issue = (path: string, code: IssueCode, message: string): Issue => ({ path, code, message })

/** Whether an applicant must meet the requirement. Pure. */
export const isAskedOf = (
  { professions, locationIds }: Pick<Requirement, 'professions' | 'locationIds'>,
  applicant: { profession: string | null; locationIds: readonly string[] },
): boolean =>
  (professions.length === 0 ||
    professions.some((profession) => profession === applicant.profession)) &&
  (locationIds.length === 0 ||
    applicant.locationIds.length === 0 ||
    locationIds.some((id) => applicant.locationIds.includes(id)))
