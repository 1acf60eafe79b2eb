import { invalid } from '#platform/core/errors/errors.ts'
import type { Definition, Norm } from './schemas.ts'

/** Checks that a definition is consistent: unique keys, valid references, and norms that do not overlap. */
export const assertDefinition = ({ items, scores, norms }: Definition): void => {
  assertDistinct('items', items)
  assertDistinct('scores', scores)
  const itemKeys = new Set(items.map(({ key }) => key))
  for (const [index, item] of items.entries())
    if (item.max < item.min)
      throw invalid(`items.${index}.max`, 'inverted_range', 'max must not be less than min.')
  for (const [index, score] of scores.entries())
    for (const [place, key] of score.items.entries())
      if (!itemKeys.has(key))
        throw invalid(
          `scores.${index}.items.${place}`,
          'not_found',
          `The instrument has no item '${key}'.`,
        )
  const scoreKeys = new Set(scores.map(({ key }) => key))
  for (const [index, norm] of norms.entries()) assertNorm(`norms.${index}`, norm, scoreKeys)
  const ages = norms.map((norm) => [norm.fromMonths, norm.untilMonths - 1] as const)
  for (const [index, norm] of norms.entries()) {
    const same = (other: Norm) => other.score === norm.score && other.scale === norm.scale
    const earlier = norms.findIndex(
      (other, at) => at < index && same(other) && meet(ages[at]!, ages[index]!),
    )
    if (earlier >= 0)
      throw invalid(
        `norms.${index}`,
        'overlapping',
        `The ages overlap with those of norms.${earlier}. Choose ages that do not overlap.`,
      )
  }
}

const assertNorm = (path: string, norm: Norm, scores: ReadonlySet<string>): void => {
  if (!scores.has(norm.score))
    throw invalid(`${path}.score`, 'not_found', `The instrument has no score '${norm.score}'.`)
  if (norm.untilMonths <= norm.fromMonths)
    throw invalid(
      `${path}.untilMonths`,
      'inverted_range',
      'untilMonths must be greater than fromMonths.',
    )
  for (const [index, row] of norm.rows.entries()) {
    if (row.rawTo < row.rawFrom)
      throw invalid(
        `${path}.rows.${index}.rawTo`,
        'inverted_range',
        'rawTo must not be less than rawFrom.',
      )
    const earlier = norm.rows
      .slice(0, index)
      .some((other) => meet([other.rawFrom, other.rawTo], [row.rawFrom, row.rawTo]))
    if (earlier)
      throw invalid(
        `${path}.rows.${index}`,
        'overlapping',
        'Two rows contain the same raw score. Keep one of them.',
      )
  }
}

const assertDistinct = (path: string, named: readonly { key: string }[]): void => {
  const keys = named.map(({ key }) => key)
  const twice = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (twice >= 0)
    throw invalid(
      `${path}.${twice}.key`,
      'duplicate',
      `'${keys[twice]}' is used more than once. Use different keys.`,
    )
}

/** Whether two closed ranges intersect. */
const meet = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] <= b[1] && b[0] <= a[1]
