import { z } from 'zod'
import { countFigures } from '#analytics/figures/count-figures.ts'
import { AnalyticsFigure, AnalyticsRow } from '#analytics/figures/schemas.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dateIn } from '#platform/core/time.ts'
import { analyticsQuery, withFiguresQuestion } from '../figures-question.ts'
import { defineQuery } from '../query.ts'

const { startsOn, endsOn, figures: _, payer: __, ...groups } = AnalyticsRow.shape

const Row = z.strictObject({
  startsOn,
  endsOn,
  isTotal: z.boolean().meta({ description: 'Whether it is of all rows together.' }),
  ...groups,
  ...AnalyticsFigure.shape,
})

const NOBODY = Object.fromEntries(Object.keys(groups).map((name) => [name, null]))

export const locationFigures = defineQuery({
  name: 'location_figures',
  title: 'Figures of the locations',
  description:
    'Metrics of the last whole days, weeks, months or quarters, as `GET /v1/analytics/locations` counts them: the totals first, then a row for each figure. Nothing where nothing is counted.',
  parameters: withFiguresQuestion({}),
  row: Row,
  needs: 'analytics:read',
  most: 500,
  read: async (reader, question, take) => {
    const { defaultTimeZone, smallFiguresWithheld } = await loadTenantSettings(reader)
    const query = analyticsQuery(question, dateIn(reader.now, defaultTimeZone))
    // What a run has read is shown to all who may read runs.
    const asked = await countFigures(reader, query, { withholding: smallFiguresWithheld })
    if (asked.data.length === 0) return []
    const { total, data } = asked
    const days = { startsOn: asked.startsOn, endsOn: asked.endsOn }
    return [
      ...total.map((figure) => ({ ...NOBODY, ...days, isTotal: true, ...figure })),
      ...data.flatMap(({ figures, payer: _name, ...row }) =>
        figures.map((figure) => ({ ...row, isTotal: false, ...figure })),
      ),
    ].slice(0, take)
  },
})
