import { invalid } from '#platform/core/errors/errors.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import type { IfspService } from '../programs/ifsp-services.ts'
import { DOMAINS, PARTS, type IfspPart } from './names.ts'
import type { IfspContent } from './schemas.ts'

/** What people sign: the plan with what it takes from the program. */
export interface WholePlan extends IfspContent {
  services: readonly IfspService[]
  coordinatorId: string | null
}

/** The services that a plan promises: those that have not ended. */
export const plannedServices = (services: readonly IfspService[], meetingOn: string) =>
  services.filter(({ endedOn }) => endedOn === null || endedOn > meetingOn)

/** Family information is written only with the family's concurrence (303.344(b)). */
export const assertConcurred = ({ family }: Pick<IfspContent, 'family'>): void => {
  const { concurred, ...written } = family
  if (concurred) return
  const [member] = Object.entries(written).find(([, text]) => text !== null) ?? []
  if (member)
    throw invalid(
      `family.${member}`,
      'not_allowed',
      'The family has not agreed that this is written into the plan. Send family.concurred true, or omit it.',
    )
}

/** What 303.344 requires of every plan. Refuses the first part that is missing. */
export const assertComplete = (plan: WholePlan): void => {
  const domain = DOMAINS.find((it) => plan.presentLevels[it] === null)
  const missing = [
    domain && (['presentLevels.' + domain, 'the present level of development'] as const),
    plan.outcomes.length === 0 && (['outcomes', 'at least one outcome'] as const),
    plan.services.length === 0 &&
      (['ifspServices', 'at least one service of the program (ifspServices)'] as const),
    plan.coordinatorId === null &&
      (['serviceCoordinatorId', 'the service coordinator of the program'] as const),
  ].find(Boolean)
  if (missing)
    throw invalid(
      missing[0],
      'required',
      `34 CFR 303.344 requires ${missing[1]}. Add it before you present the plan.`,
    )
}

/** The parts that differ from the version before. */
export const changedParts = (before: WholePlan | undefined, after: WholePlan): IfspPart[] => {
  if (!before) return []
  const parts = (plan: WholePlan): Record<IfspPart, unknown> => ({
    PRESENT_LEVELS: plan.presentLevels,
    FAMILY: plan.family,
    OUTCOMES: plan.outcomes,
    SERVICES: plan.services.map(termsOf),
    OTHER_SERVICES: plan.otherServices,
    TRANSITION: plan.transition,
    SERVICE_COORDINATOR: plan.coordinatorId,
  })
  const [from, to] = [parts(before), parts(after)]
  return PARTS.filter((part) => canonicalJson(from[part]) !== canonicalJson(to[part]))
}

/** A service without what happens to it: its consent and its first day change no plan. */
const termsOf = ({
  consentedOn: _consent,
  startedOn: _start,
  endedOn: _end,
  ...terms
}: IfspService) => terms
