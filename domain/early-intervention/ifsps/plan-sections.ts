import type { Language } from '#messaging/locales/languages.ts'
import { textsOf, type Say, type Part } from '#messaging/locales/texts-of.ts'
import type { IfspService } from '../programs/ifsp-services.ts'
import { DOMAINS } from './names.ts'
import { type WholePlan } from './rules.ts'

type SayPlan = Say<Part<'pages', 'ifsp'>>

/** A part of a plan in words: its heading and its lines. */
interface PlanSection {
  heading: string
  lines: string[]
}

/**
 * The parts of a plan in words, in the order of 34 CFR 303.344, for its page and its PDF. What people wrote stays in
 * their language.
 * @param coordinator the name of the service coordinator
 */
export const planSections = (
  plan: WholePlan,
  { coordinator, language }: { coordinator: string; language: Language },
): PlanSection[] => {
  const say = textsOf('pages', 'ifsp', language)
  const sections: PlanSection[] = [
    {
      heading: say('presentLevels'),
      lines: DOMAINS.map((it) => `${say(it)}: ${plan.presentLevels[it] ?? '–'}`),
    },
    { heading: say('family'), lines: familyLines(plan, say) },
    {
      heading: say('outcomes'),
      lines: plan.outcomes.flatMap((it, index) => outcomeLines(it, index, say)),
    },
    { heading: say('services'), lines: plan.services.flatMap((it) => serviceLines(it, say)) },
    {
      heading: say('otherServices'),
      lines: plan.otherServices.map(({ service, steps }) => joined([service, steps])),
    },
    { heading: say('coordinator'), lines: [coordinator] },
    { heading: say('transition'), lines: transitionLines(plan, say) },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

const familyLines = ({ family }: WholePlan, say: SayPlan): string[] =>
  family.concurred
    ? (['resources', 'priorities', 'concerns'] as const).flatMap((it) =>
        family[it] === null ? [] : [`${say(it)}: ${family[it]}`],
      )
    : [say('notConcurred')]

const outcomeLines = (
  { outcome, criteria, procedures, timelines }: WholePlan['outcomes'][number],
  index: number,
  say: SayPlan,
): string[] => [
  `${index + 1}. ${outcome}`,
  `${say('criteria')}: ${criteria}`,
  `${say('procedures')}: ${procedures}`,
  `${say('timelines')}: ${timelines}`,
]

const serviceLines = (it: IfspService, say: SayPlan): string[] => {
  const planned = [it.plannedStartOn, it.plannedEndOn].filter((day) => day !== null).join(' – ')
  return [
    joined([
      serviceName(it, say),
      it.frequency,
      say(it.intensity),
      `${say('method')}: ${it.method}`,
      `${say('setting')}: ${say(it.setting)}`,
    ]),
    joined([
      it.settingJustification && `${say('justification')}: ${it.settingJustification}`,
      planned && `${say('planned')}: ${planned}`,
      `${say('payment')}: ${it.payer ?? say('freeOfCharge')}`,
    ]),
  ]
}

/** The name of a service in the language of the plan. */
export const serviceName = ({ type }: IfspService, say: SayPlan): string => say(type)

const transitionLines = ({ transition }: WholePlan, say: SayPlan): string[] => [
  ...transition.steps.map(({ step, dueOn }) =>
    joined([step, dueOn && say('until', { day: dueOn })]),
  ),
  ...(transition.services === null ? [] : [transition.services]),
]

const joined = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(' · ')
