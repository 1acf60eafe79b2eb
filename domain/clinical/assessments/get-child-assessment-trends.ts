import { loadChild } from '#people/children/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { dateText } from '#platform/core/time/time.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { TREND, trendOf } from '../goals/trend.ts'
import { Definition } from '../instruments/schemas.ts'
import type { AssessmentSeries, AssessmentTrends } from './trend-schemas.ts'
import { Assessment } from './schemas.ts'

/** The scores of a child over time, by instrument, score and scale. */
export const getChildAssessmentTrends = (
  ctx: Context,
  { id }: { id: string },
): Promise<AssessmentTrends> =>
  read(ctx, 'assessments:read', async (reader) => {
    await loadChild(reader, id)
    const rows = await reader.db.assessment.findMany({
      where: { tenantId: reader.tenantId, childId: id, status: 'COMPLETED' },
      orderBy: [{ administeredOn: 'asc' }, { id: 'asc' }],
      include: { edition: true },
    })
    const points = rows.flatMap((row) => {
      const { scores } = fromJson(Definition, row.edition!.definition)
      const point = {
        assessmentId: row.id,
        administeredOn: dateText(row.administeredOn!),
        ageMonths: row.ageMonths!,
        edition: row.edition!.edition,
      }
      return (fromJson(Assessment.shape.scores, row.scores) ?? []).flatMap(
        ({ score, raw, norms }) => {
          const { higherIsBetter = true } = scores.find(({ key }) => key === score) ?? {}
          const of = { instrumentId: row.instrumentId, score, higherIsBetter }
          const scaled = norms.flatMap(({ scale, value }) =>
            value === null ? [] : [{ scale, value }],
          )
          return [{ scale: null, value: raw }, ...scaled].map(({ scale, value }) => ({
            of: { ...of, scale },
            point: { ...point, value },
          }))
        },
      )
    })
    const bySeries = Map.groupBy(points, ({ of: { instrumentId, score, scale } }) =>
      JSON.stringify([instrumentId, score, scale]),
    )
    return {
      childId: id,
      series: [...bySeries.values()].map((members) =>
        seriesOf(
          members.at(-1)!.of,
          members.map(({ point }) => point),
        ),
      ),
    }
  })

type SeriesKey = Pick<AssessmentSeries, 'instrumentId' | 'score' | 'scale'> & {
  higherIsBetter: boolean
}

/** One series with its analysis. The points are in chronological order. Pure. */
export const seriesOf = (
  { higherIsBetter, ...of }: SeriesKey,
  points: AssessmentSeries['points'],
): AssessmentSeries => {
  const latest = points.at(-1)!.value
  const before = (index: number) => (points.length > 1 ? latest - points.at(index)!.value : null)
  const measured = points.map(({ administeredOn, value }) => ({
    at: new Date(administeredOn),
    value,
  }))
  // Without a target there can be no plateau: only the direction matters.
  const trend = trendOf(measured, { baseline: 0, target: higherIsBetter ? 1 : -1 })!
  const enough = trend.measurements >= TREND.fewest
  return {
    ...of,
    points,
    sinceFirst: before(0),
    sincePrevious: before(-2),
    sameEdition: new Set(points.map(({ edition }) => edition)).size === 1,
    verdict: trend.verdict === 'PLATEAU' ? 'INCONCLUSIVE' : trend.verdict,
    pValue: enough ? Number(trend.pValue.toPrecision(4)) : null,
  }
}
