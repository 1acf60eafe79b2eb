import type { PlanNode } from '../../test/support/plan-loops.ts'

/** A statement with the plan of its last run. */
export interface Statement {
  text: string
  plan: PlanNode
  ms: number
  /** The calls and background work in which it runs. */
  kinds: Set<string>
  /** How often it runs in a centre on a day. */
  aDay: number
}

const TEXT_CHARACTERS = 400

/** The page of the statements that run most often, with their plans. */
export const plansPage = (statements: readonly Statement[]): string =>
  `# Plans at 10,000,000 appointments

Written by \`node bench/plans.ts\`: the thirty statements that run most often, those of foreign keys and triggers included, as PostgreSQL ran them in the largest of 2,000 centres. \`rows\`: returned, of how many that the planner expected; \`discarded\`: read and filtered. Times are of one run, with all nodes timed.

${statements.map(section).join('\n\n')}
`

const section = (
  { text, plan, ms, kinds, aDay }: Statement,
  index: number,
): string => `## ${index + 1}

${aDay} times a day in a centre, ${ms.toFixed(2)} ms. To ${[...kinds].join(', ')}.

\`\`\`
${shortened(text)}

${lines(plan, 0).join('\n')}
\`\`\``

const shortened = (text: string): string => {
  const line = withoutValues(text.replaceAll(/\s+/g, ' ').trim())
  return line.length > TEXT_CHARACTERS ? `${line.slice(0, TEXT_CHARACTERS)} …` : line
}

const lines = (node: PlanNode, depth: number): string[] => [
  `${'  '.repeat(depth)}${described(node)}`,
  ...(node.Plans ?? []).flatMap((it) => lines(it, depth + 1)),
]

const described = (node: PlanNode): string => {
  const loops = node['Actual Loops'] ?? 0
  const discarded = node['Rows Removed by Filter'] ?? 0
  const condition = node['Index Cond'] ?? node['Hash Cond'] ?? node['Join Filter']
  return [
    node['Node Type'],
    node['Relation Name'],
    node['Index Name'] && `by ${node['Index Name']}`,
    condition && withoutValues(condition),
    loops === 0
      ? '· not run'
      : `· rows ${node['Actual Rows']} of ${node['Plan Rows']}${loops > 1 ? `, ${loops} times` : ''}`,
    discarded > 0 && `· discarded ${discarded}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Ids and times differ between runs. */
const withoutValues = (text: string): string => text.replaceAll(/'[^']*\d[^']*'/g, "'…'")
