import type { PersonKind } from '#people/persons/named-person.ts'
import type { Condition } from '#vocabulary/condition.ts'
import type { Emptying, Keeping, Removing } from '#vocabulary/erasing.ts'
import { PERSON_TABLES } from '#vocabulary/resources.ts'

/** Whose rows they are: a child's or a client's. */

/** A rule of a table, with the rows to which it applies. */
export interface Step<R = Removing | Emptying> {
  table: string
  rows: Condition
  rule: R
}

type Rule = Removing | Emptying | Keeping

/** Each rule of a table applies to the rows that earlier rules have left. */
const rulesOf = (kind: PersonKind): Step<Rule>[] =>
  Object.entries(PERSON_TABLES)
    .toReversed()
    .flatMap(([table, { [kind]: of, mentions }]) => {
      const own = of ? stepsOf(table, of.rows, of.erasing) : []
      const isOther = (row: string) => (of ? `(${of.rows(row)}) IS NOT TRUE` : 'true')
      const named = (row: string) => `${mentions![kind](row)} AND ${isOther(row)}`
      return mentions ? [...own, ...stepsOf(table, named, mentions.erasing)] : own
    })

const stepsOf = (table: string, rows: Condition, rules: readonly Rule[]): Step<Rule>[] => {
  const taken: Condition[] = []
  return rules.map((rule) => {
    const where = rule.how === 'REMOVE' ? rule.where : undefined
    const conditions = [rows, ...(where ? [where] : []), ...taken]
    if (where) taken.push((row) => `NOT ${where(row)}`)
    return {
      table,
      rule,
      rows: (row: string) => conditions.map((condition) => condition(row)).join(' AND '),
    }
  })
}

const isStep = (step: Step<Rule>): step is Step => step.rule.how !== 'KEEP'

const RULES = { child: rulesOf('child'), client: rulesOf('client') }
const STEPS = { child: RULES.child.filter(isStep), client: RULES.client.filter(isStep) }

/** All rules for a person's rows, from the last table to the first, so that dependent rows come first. */
export const rulesFor = (kind: PersonKind) => RULES[kind]

/** The steps of an erasure, in order. */
export const stepsFor = (kind: PersonKind) => STEPS[kind]
