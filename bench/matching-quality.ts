/**
 * How well the order of a match agrees with grades that a checklist gives: nDCG@10 over written cases, by the weights
 * that a centre begins with, and without each feature in turn. Needs no server.
 */
import { DEFAULT_SETTINGS, FEATURES } from '#marketplace/matching-settings/rules.ts'
import type { Weights } from '#marketplace/matching-settings/rules.ts'
import { excludedFor, excludedLate } from '#marketplace/matching/excluded-for.ts'
import { ranked, scoreOf, valuesOf } from '#marketplace/matching/rules.ts'
import { CASES, gradeOf, NOW, type Case } from './support/matching-cases.ts'
import { numbersFrom } from './support/names.ts'

const AT = 10

const gain = (grades: readonly number[]): number =>
  grades
    .slice(0, AT)
    .reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)

const open = ({ wish, providers }: Case) =>
  providers.filter((one) => !excludedFor(one, wish) && !excludedLate(one, wish))

/** null where nobody who is open has a grade: no order is better than another. */
const ndcg = (one: Case, order: readonly { id: string }[]): number | null => {
  const grades = new Map(open(one).map((provider) => [provider.id, gradeOf(one, provider)]))
  const ideal = gain([...grades.values()].toSorted((a, b) => b - a))
  return ideal === 0 ? null : gain(order.map(({ id }) => grades.get(id)!)) / ideal
}

const byWeights = (weights: Weights, explorationShare: number) => (one: Case) =>
  ranked(
    open(one).map((examined) => ({
      providerId: examined.id,
      id: examined.id,
      isNew: examined.isNew,
      score: scoreOf(valuesOf(examined, one.wish, NOW), weights, one.wish.preferences),
    })),
    { explorationShare },
    { limit: AT, seed: one.text },
  )

const random = numbersFrom(1)
const byChance = (one: Case) =>
  open(one)
    .map((examined) => ({ examined, draw: random() }))
    .toSorted((a, b) => a.draw - b.draw)
    .map(({ examined }) => examined)

const figures = (orderOf: (one: Case) => readonly { id: string }[]) => {
  const all = CASES.map((one) => ndcg(one, orderOf(one))).filter((value) => value !== null)
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length
  return { mean, worst: Math.min(...all), cases: all.length }
}

const { weights, explorationShare } = DEFAULT_SETTINGS
const whole = figures(byWeights(weights, 0))
const print = (name: string, { mean, worst }: { mean: number; worst: number }) =>
  console.log(
    `  ${name.padEnd(30)} ${mean.toFixed(3)}   ${(mean - whole.mean).toFixed(3).padStart(6)}   worst case ${worst.toFixed(3)}`,
  )

const graded = CASES.flatMap((one) => open(one).map((provider) => gradeOf(one, provider)))
console.log(`\nmatching, nDCG@${AT} of ${whole.cases} of ${CASES.length} cases`)
console.log(
  `  grades 0 to 3 of open providers: ${[0, 1, 2, 3].map((grade) => graded.filter((it) => it === grade).length).join(', ')}\n`,
)
print('weights at the beginning', whole)
print('… with places for new ones', figures(byWeights(weights, explorationShare)))
print(
  'all features alike',
  figures(byWeights(Object.fromEntries(FEATURES.map((name) => [name, 10])) as Weights, 0)),
)
print('by chance', figures(byChance))
for (const feature of FEATURES)
  print(`without ${feature}`, figures(byWeights({ ...weights, [feature]: 0 }, 0)))
